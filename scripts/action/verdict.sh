#!/usr/bin/env bash
# Step of action.yml: fails the job where a policy failed.
set -euo pipefail
[[ $SCAN != fail ]] || printf '::error title=renma scan::A finding is at or above the level that fails the job; see the job summary.\n'
[[ $CHANGES != fail ]] || printf '::error title=renma ci-report::The status of the changes fails the job; see the job summary.\n'
[[ $SCAN != fail && $CHANGES != fail ]]
