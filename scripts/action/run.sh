#!/usr/bin/env bash
# Step of action.yml: scans DIRECTORY and, where there is a BASE, compares HEAD
# with it. Prints annotations, fills the job summary and writes the SARIF file.
# A failed policy is an output, so that the file is sent before the job fails;
# a call that renma refuses ends the step. Empty variables mean renma's defaults.
set -euo pipefail

fail() {
  printf '::error title=renma::%s\n' "$1"
  exit 2
}

for flag in STRICT UPLOAD_SARIF; do
  [[ ${!flag} == true || ${!flag} == false ]] || fail "The inputs strict and upload-sarif must be true or false."
done
[[ -n $DIRECTORY ]] || fail "The input path must not be empty."
[[ $SARIF_FILE != *$'\n'* ]] || fail "The input sarif-file must be one line."
[[ $BASE != -* && $HEAD != -* && -n $HEAD ]] || fail "The inputs base and head must name commits."

sarif=${SARIF_FILE:-$RUNNER_TEMP/renma.sarif}
text="$RUNNER_TEMP/renma.txt"

# judge NAME COMMAND...: the output NAME is pass or fail.
judge() {
  local output=$1 code=0
  shift
  "$@" || code=$?
  case $code in
  0) printf '%s=pass\n' "$output" ;;
  1) printf '%s=fail\n' "$output" ;;
  *) exit "$code" ;;
  esac >>"$GITHUB_OUTPUT"
}

scan=(scan --format github --format "sarif=$sarif" --format "text=$text")
[[ -z $CONFIG ]] || scan+=("--config=$DIRECTORY/$CONFIG")
[[ -z $FAIL_ON ]] || scan+=("--fail-on=$FAIL_ON")
[[ $STRICT == false ]] || scan+=(--strict)
judge scan "$RENMA" "${scan[@]}" -- "$DIRECTORY"
printf 'sarif-file=%s\n' "$sarif" >>"$GITHUB_OUTPUT"
{
  printf '## renma scan\n\n~~~~~~~~~~~~text\n'
  head -n 1000 "$text"
  printf '\n~~~~~~~~~~~~\n\n'
} >>"$GITHUB_STEP_SUMMARY"

if [[ -z $BASE ]]; then
  printf 'changes=skipped\n' >>"$GITHUB_OUTPUT"
  exit 0
fi
base=$(git -C "$DIRECTORY" merge-base "$BASE" "$HEAD") ||
  fail "The base commit or its history is not in the checkout: give actions/checkout the option fetch-depth: 0."
report=(ci-report --format github --base "$base" --to "$HEAD")
[[ -z $CONFIG ]] || report+=("--config=$DIRECTORY/$CONFIG")
[[ -z $FAIL_ON_STATUS ]] || report+=("--fail-on-status=$FAIL_ON_STATUS")
judge changes "$RENMA" "${report[@]}" -- "$DIRECTORY"
