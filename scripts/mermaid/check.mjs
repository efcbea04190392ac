// Reads a JSON list of {name, text, labels, edges} from standard input and parses
// each text with every pinned version of Mermaid. Prints one line for each text
// that a parser refuses or reads as another graph, and exits 1 then.
import { JSDOM } from "jsdom";

const { window } = new JSDOM("");
globalThis.window = window;
globalThis.document = window.document;

process.stdin.setEncoding("utf8");
let input = "";
for await (const chunk of process.stdin) input += chunk;
const drawings = JSON.parse(input);

let faults = 0;
for (const version of ["mermaid", "mermaid-11"]) {
  const { default: mermaid } = await import(version);
  mermaid.initialize({ startOnLoad: false, maxTextSize: 10_000_000, maxEdges: 100_000 });
  for (const drawing of drawings) {
    const fault = await faultOf(mermaid, drawing);
    if (fault) {
      faults++;
      console.log(`${version}: ${drawing.name}: ${fault}`);
    }
  }
}
process.exit(faults ? 1 : 0);

async function faultOf(mermaid, drawing) {
  try {
    const diagram = await mermaid.mermaidAPI.getDiagramFromText(drawing.text);
    if (!diagram.type.startsWith("flowchart")) return `it is a ${diagram.type}`;
    const labels = [...diagram.db.getVertices().values()].map((v) => decode(v.text));
    if (JSON.stringify(labels) !== JSON.stringify(drawing.labels)) {
      return `the labels are ${JSON.stringify(labels)}, not ${JSON.stringify(drawing.labels)}`;
    }
    const edges = diagram.db.getEdges().map((e) => [e.start, e.stroke, e.end].join(" "));
    if (JSON.stringify(edges) !== JSON.stringify(drawing.edges)) {
      return `the edges are ${JSON.stringify(edges)}, not ${JSON.stringify(drawing.edges)}`;
    }
  } catch (e) {
    return e.message;
  }
}

// decode turns Mermaid's private marks for entities into what a browser shows.
function decode(label) {
  const html = label.replaceAll("ﬂ°°", "&#").replaceAll("ﬂ°", "&").replaceAll("¶ß", ";");
  const box = window.document.createElement("div");
  box.innerHTML = html;
  return box.textContent;
}
