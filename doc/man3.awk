# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# Writes the page of section 3 of one group of functions, from the comments of headers:
#   awk -f man3.awk page=NAME date="Month day, year" starling.h [starling_mpi.h]
# NAME is that of the group (@defgroup), or `list` for the names of all groups, one a line.
# The page is for mdoc(7).

function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }

# A line of text: no line may begin with what groff takes for a request.
function text(s)
{
    s = trim(s)
    gsub(/\\/, "\\e", s)
    gsub(/`/, "", s)
    gsub(/#STARLING/, "STARLING", s)
    gsub(/@ref /, "", s)
    if (s ~ /^[.']/) s = "\\\&" s
    if (s != "") print s
    return s != ""
}

# Ends the list of arguments.
function end_list() { if (listed) print ".El"; listed = 0 }

# The text of a comment, of which body[1] ... body[lines] are the lines.
function documented(    i, s, name, empty)
{
    empty = 0
    for (i = 1; i <= lines; i++) {
        s = body[i]
        if (s ~ /^@param/) {
            if (!listed) print ".Bl -tag -width Ds"
            listed = 1
            sub(/^@param(\[[a-z,]*\])? +/, "", s)
            name = s
            sub(/ .*/, "", name)
            gsub(/,/, " , ", name)
            print ".It Fa " name
            sub(/^[^ ]+ */, "", s)
            text(s)
        } else if (s ~ /^@return/) {
            end_list()
            sub(/^@return +/, "", s)
            print ".Pp"
            text("Result: " s)
        } else if (s ~ /^@file|^@[{}]/) {
            continue
        } else if (s == "") {
            empty = 1
            continue
        } else if (s ~ /^- /) {
            end_list()
            print ".Pp"
            sub(/^- +/, "", s)
            text(s)
        } else {
            if (empty) { end_list(); print ".Pp" }
            text(s)
        }
        empty = 0
    }
    end_list()
}

# A declaration: types as they stand, functions by mdoc's macros.
function declaration(s,    name, result, list, n, i, whole)
{
    whole = s
    gsub(/##x##l##/, "ds", s)
    gsub(/##x##/, "X", s)
    gsub(/##/, "", s)
    sub(/^STARLING_MPI_API /, "", s)
    gsub(/[ \n]+/, " ", s)
    s = trim(s)
    if (s ~ /^typedef/ && s !~ /\(\*/) {
        print ".Bd -literal"
        n = split(whole, list, "\n")
        for (i = 1; i <= n; i++) if (trim(list[i]) != "") {
            gsub(/\\/, "\\e", list[i])
            print list[i]
        }
        print ".Ed"
        return
    }
    if (s ~ /^typedef/) { # a pointer to a function
        print ".Bd -literal"
        print s
        print ".Ed"
        return
    }
    match(s, /[A-Za-z0-9_]+ *\(/)
    name = trim(substr(s, RSTART, RLENGTH - 1))
    result = trim(substr(s, 1, RSTART - 1))
    s = substr(s, RSTART + RLENGTH)
    sub(/\) *;.*/, "", s)
    print ".Ss " name
    print ".Ft " result
    print ".Fo " name
    n = split(s, list, ",")
    for (i = 1; i <= n; i++) print ".Fa \"" trim(list[i]) "\""
    print ".Fc"
    functions++
}

function begin_page()
{
    print ".\\\" SPDX-License-Identifier: BSD-3-Clause"
    print ".\\\" Copyright (c) 2026 The Starling authors"
    print ".\\\" Made from " header " by doc/man3.awk."
    print ".Dd " date
    print ".Dt STARLING_" toupper(page) " 3"
    print ".Os"
    print ".Sh NAME"
    print ".Nm starling_" page
    print ".Nd " title[page]
    print ".Sh SYNOPSIS"
    print ".In " header
    print ".Pp"
    if (header == "starling.h") print ".Li cc program.c $(pkg-config --cflags --libs starling)"
    else print ".Li mpicc program.c -lstarling-mpi $(pkg-config --cflags --libs starling)"
    print ".Sh DESCRIPTION"
}

# What a comment is followed by: a declaration, up to its semicolon.
function emit()
{
    if (group == page && (lines > 0 || code != "")) {
        declaration(code)
        print ".Pp"
        documented()
        print ".Pp"
    }
    code = ""
}

FNR == 1 { code = "" }
{ sub(/[ \t]*\\$/, "") } # in macros
/^[ \t]*\/\*\*/ { comment = 1; kept = lines; lines = 0; opening = "" }
/^[ \t]*\/\*[^*]/ && !comment { skipped = 1 }
skipped { if (/\*\//) skipped = 0; next }

comment {
    line = $0
    last = line ~ /\*\/[ \t]*$/
    sub(/^[ \t]*\/\*\*/, "", line)
    sub(/\*\/[ \t]*$/, "", line)
    sub(/^[ \t]*\* ?/, "", line)
    line = trim(line)
    if (line ~ /^@(defgroup|addtogroup)/) {
        n = split(line, word, " ")
        opening = word[2]
        if (line ~ /^@defgroup/) {
            sub(/^@defgroup [a-z_]+ /, "", line)
            title[opening] = line
            groups[++count] = opening
        }
    } else if (line ~ /@\}/) {
        group = ""
        if (last) comment = 0
        lines = 0
        next
    } else if (!(line == "" && (lines == 0 || last))) body[++lines] = line
    if (!last) next
    comment = 0
    if (opening != "") {
        group = opening
        if (group == page) {
            header = FILENAME
            sub(/.*\//, "", header)
            if (!started++) begin_page()
            documented()
            if (page == "lapack") {
                print ".Pp"
                print "Below X stands for the letter. In s and d the letters un are or, he are sy and hb are sb."
                print "For mixed precision there are ds and zc."
            }
            print ".Pp"
        }
        lines = 0
    }
    next
}

/^#/ || /^STARLING_DECLARE/ || /^extern "C"/ { next }
/^[ \t]*$/ && code == "" { lines = 0; next }

{
    line = $0
    sub(/^    /, "", line)
    if (line ~ /##/ || group == "lapack") line = trim(line) # in a macro
    else line = $0
    code = code line "\n"
    bare = code
    gsub(/\/\*[^*]*\*\//, "", bare)
    depth = gsub(/\{/, "{", bare) - gsub(/\}/, "}", bare)
    if (depth == 0 && bare ~ /;[ \t\n]*$/) emit()
}

END {
    if (page == "list") {
        for (i = 1; i <= count; i++) print groups[i]
        exit
    }
    if (!started || (!functions && page != "types")) {
        print "man3.awk: no functions in group " page >"/dev/stderr"
        exit 1
    }
    print ".Sh RETURN VALUES"
    print "A function that returns"
    print ".Vt int"
    print "and whose text says nothing else returns 0, or \\-i if argument i is wrong,"
    print "or a value below \\-1000 if the runtime failed:"
    print ".Xr starling_types 3 ."
    print ".Fn starling_strerror"
    print "has the words."
    print ".Sh SEE ALSO"
    print ".Xr starling 1 ,"
    separator = ""
    for (i = 1; i <= count; i++) if (groups[i] != page) {
        printf "%s.Xr starling_%s 3", separator, groups[i]
        separator = " ,\n"
    }
    print ""
}
