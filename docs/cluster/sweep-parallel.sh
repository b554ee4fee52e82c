#!/bin/sh
# A sweep in parts by GNU parallel, on this machine or on those of a list, and its result in all.csv:
#   sweep-parallel.sh space.json [PARTS [OPTION OF parallel]...]
# On other machines, which share the directory: sweep-parallel.sh space.json 64 --sshloginfile nodes --workdir .
# A part that fails is tried again, and goes on where its output ends.
set -e
space=${1:?usage: sweep-parallel.sh SPACE.json [PARTS [OPTION]...]}
parts=${2:-16}
shift $(($# < 2 ? $# : 2))
seq "$parts" | parallel --retries 3 --joblog parts.log "$@" \
    clperf sweep --resume --jobs 1 --shard "{}/$parts" --output "part-{}.csv" "$space"
seq "$parts" | sed 's/.*/part-&.csv/' | xargs clperf sweep --merge --output all.csv
