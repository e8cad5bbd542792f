#!/bin/sh
# what the caller gives stays unknown
set -- --framework=5 "$@"
if [ -n "$SOC" ]; then set -- "$@" "--soc_version=$SOC"; fi
exec atc "$@"
