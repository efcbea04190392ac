#!/usr/bin/env bash
# Writes what a release holds beside the program into a directory: completion
# scripts and the manual page, both printed by the program itself.
set -euo pipefail
out=$1
rm -rf "$out"
mkdir -p "$out/completions" "$out/man"
renma=$(mktemp -d)/renma
trap 'rm -rf "$(dirname "$renma")"' EXIT
go build -trimpath -o "$renma" ./cmd/renma
"$renma" completion bash >"$out/completions/renma.bash"
"$renma" completion zsh >"$out/completions/_renma"
"$renma" completion fish >"$out/completions/renma.fish"
"$renma" completion pwsh >"$out/completions/renma.ps1"
"$renma" man >"$out/man/renma.1"
