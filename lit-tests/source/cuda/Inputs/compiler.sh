#!/bin/sh
# A compiler of CUDA that writes its arguments into the object.
while [ $# -gt 0 ]; do
    case $1 in
    -o) echo "$@" > "$2" ;;
    esac
    shift
done
