# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# A filter for Doxygen: the functions that a macro STARLING_DECLARE... of starling.h declares for each
# precision, with their comments, which a preprocessor would drop. Comments stay as they are.

# Code with the arguments of a macro in place of its parameters.
function expanded(s,    out, word)
{
    while (match(s, /[A-Za-z_][A-Za-z_0-9]*/)) {
        word = substr(s, RSTART, RLENGTH)
        out = out substr(s, 1, RSTART - 1) (word in value ? value[word] : word)
        s = substr(s, RSTART + RLENGTH)
    }
    out = out s
    gsub(/##/, "", out)
    return out
}

/^#define STARLING_DECLARE/ {
    name = $2
    sub(/\(.*/, "", name)
    list = $0
    sub(/^[^(]*\(/, "", list)
    sub(/\).*/, "", list)
    parameters[name] = list
    lines[name] = 0
    while ((getline line) > 0) {
        more = sub(/[ \t]*\\$/, "", line)
        body[name, ++lines[name]] = line
        if (!more) break
    }
    next
}
/^#undef STARLING_DECLARE/ { next }
/^STARLING_DECLARE/ {
    name = list = $0
    sub(/\(.*/, "", name)
    sub(/^[^(]*\(/, "", list)
    sub(/\).*/, "", list)
    n = split(parameters[name], parameter, /, */)
    split(list, argument, /, */)
    split("", value)
    for (i = 1; i <= n; i++) value[parameter[i]] = argument[i]
    comment = 0
    for (i = 1; i <= lines[name]; i++) {
        line = body[name, i]
        if (line ~ /\/\*/) comment = 1
        print comment ? line : expanded(line)
        if (line ~ /\*\//) comment = 0
    }
    next
}
{ print }
