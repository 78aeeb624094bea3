# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors
# What the scripts in this folder share; they read this file, nobody runs it.
# The sourcing script sets $top (the root of the source tree) first.

self=tools/${0##*/}

die() { echo "$self: $*" >&2; exit 1; }

# usage: print the comment at the head of the script, which is its help.
usage() { awk 'NR > 3 { if (!sub(/^# ?/, "")) exit; print }' "$0"; }

# value OPTION ARGUMENTS-LEFT: OPTION must be followed by a value.
value() { [ "$2" -ge 2 ] || die "$1 needs a value, see --help"; }

default_prefix() { if [ "$(id -u)" = 0 ]; then echo /usr/local; else echo "$HOME/.local"; fi; }

# The CUDA toolkit's folder, or nothing. Only nvcc knows it: what PATH has may be a script elsewhere.
find_cuda() {
    nvcc=$(command -v nvcc) || nvcc=/usr/local/cuda/bin/nvcc
    [ -x "$nvcc" ] || return 0
    folder=$("$nvcc" --dryrun -x cu /dev/null 2>&1 | sed -n 's/^#\$ TOP=//p')
    (cd "${folder:-$(dirname "$nvcc")/..}" && pwd -P)
}

# step TEXT COMMAND...: one line about what is being done; the command's output goes to $log, of which
# the end is shown when the command fails. On a terminal the line counts the files compiled so far.
step() {
    text=$1; shift
    if [ -t 1 ]; then printf '%s ...' "$text"; else echo "$text"; fi
    start=$(date +%s)
    if { "$@" 2>&1 </dev/null; echo "status $?"; } | follow "$text"; then
        if [ -t 1 ]; then printf '\r\033[K%s (%d s)\n' "$text" $(($(date +%s) - start)); fi
    else
        if [ -t 1 ]; then echo; fi
        tail -n 20 "$log" | sed 's/^/    /' >&2
        die "failed: $text; the whole log is $log"
    fi
}

# follow TEXT: append standard input to $log and fail if its last line is not "status 0".
follow() {
    tty=0; [ ! -t 1 ] || tty=1
    awk -v log_="$log" -v text="$1" -v tty=$tty '
        /^status [0-9]+$/ { status = $2; next }
        { print >>log_ }
        tty && /^ +(CC|CXX|CCLD|NVCC) / { printf "\r\033[K%s ... %d files", text, ++n; fflush() }
        END { close(log_); exit status != 0 }'
}
