#!/usr/bin/env bash
# What a change does to the predicted times of a project's kernels, for pipelines without a GPU.
#
# Usage: compare.sh BASE CONDITIONS COMMAND [ARGUMENT...]
#
# Runs the build command in a checkout of the commit BASE and in the current directory, which is the
# top of the repository, and compares what clperf-cc said of both. The command must compile with
# clperf-cc, which is on PATH as clperf is. CONDITIONS are those of clperf gate.
#
# Leaves in $CLPERF_REPORTS (default: clperf-reports) old.json and new.json, the whole reports;
# old.sarif and new.sarif, the latter with baselineState; and diff.md. The exit status is clperf gate's,
# or that of a build that fails.
set -euo pipefail

[ $# -ge 3 ] || { sed -n 's/^# \{0,1\}//; 3,13p' "$0" >&2; exit 2; }
base=$1 conditions=$2
shift 2

mkdir -p "${CLPERF_REPORTS:=clperf-reports}"
out=$(cd "$CLPERF_REPORTS" && pwd)
checkout=$(mktemp -d)
trap 'git worktree remove --force "$checkout/base"; rm -rf "$checkout"' EXIT

# analyse DIRECTORY NAME COMMAND...: one SARIF log and one report of what the command compiles there.
analyse() {
    local directory=$1 name=$2
    shift 2
    rm -rf "$out/$name" && mkdir "$out/$name"
    (cd "$directory" && CLPERF_OUTPUT_DIR=$out/$name "$@")
    (cd "$directory" && clperf merge --output "$out/$name.sarif" "$out/$name")
    (cd "$directory" && clperf merge --format=json --output "$out/$name.json" "$out/$name")
}

git worktree add --quiet --detach "$checkout/base" "$base"
analyse "$checkout/base" old "$@"
CLPERF_FLAGS="${CLPERF_FLAGS:-} -fclperf-baseline=\"$out/old.sarif\"" analyse . new "$@"
clperf diff --format=markdown "$out/old.json" "$out/new.json" > "$out/diff.md"
clperf gate "$conditions" "$out/old.json" "$out/new.json"
