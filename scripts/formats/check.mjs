// Reads a JSON object of JUnit files by name from standard input and validates each
// against the schema that the only argument names, with libxml2. Prints what is
// wrong, and exits 1 then.
import { readFileSync } from "node:fs";
import { validateXML } from "xmllint-wasm";

process.stdin.setEncoding("utf8");
let input = "";
for await (const chunk of process.stdin) input += chunk;

const xml = Object.entries(JSON.parse(input)).map(([fileName, contents]) => ({ fileName, contents }));
const result = await validateXML({ xml, schema: [readFileSync(process.argv[2], "utf8")] });
for (const error of result.errors) console.log(error.rawMessage);
process.exit(result.valid ? 0 : 1);
