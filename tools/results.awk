# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors
#
# tools/results: a page with its tables made anew. Variables: results, the folder of the CSV files;
# page, the name of the page for messages.

function die(text) { print page ":" FNR ": " text >"/dev/stderr"; failed = 1; exit 1 }

# Three digits, without an exponent.
function digits(x) {
    return x >= 100 ? sprintf("%.0f", x) : x >= 10 ? sprintf("%.1f", x) : sprintf("%.2f", x)
}
function duration(s) {
    return s >= 1 ? digits(s) " s" : s >= 1e-4 ? digits(1e3 * s) " ms" : s >= 1e-6 ? digits(1e6 * s) " us" : digits(1e9 * s) " ns"
}
function rate(gflops) {
    return gflops >= 1000 ? digits(gflops / 1000) " Tflop/s" : digits(gflops) " Gflop/s"
}

function is_among(value, list,    word, k, n) {
    n = split(list, word, ",")
    for (k = 1; k <= n; k++) if (word[k] == value) return 1
    return 0
}

# Columns that are made of others: the rate at which the matrices of a batch move if each is read and written
# once, a triangle of Cholesky's; the part of gemm's rate.
function is_computed(name) { return name == "moved" || name == "share" }
function computed(k, name,    size, m, n, numbers) {
    if (name == "share")
        return row[k, "peak_gflops"] > 0 ? sprintf("%.0f %%", 100 * row[k, "gflops"] / row[k, "peak_gflops"]) : ""
    if (row[k, "batch"] == "" || row[k, "variant"] ~ /vary/) return ""
    size = 4 * (row[k, "type"] ~ /[dz]/ ? 2 : 1) * (row[k, "type"] ~ /[cz]/ ? 2 : 1)
    m = row[k, "m"]; n = row[k, "n"]
    numbers = (row[k, "routine"] ~ /^po/ ? n * (n + 1) / 2 : m * n) + (m > n ? m : n) * row[k, "nrhs"]
    return sprintf("%s TB/s", digits(2e-12 * numbers * size * row[k, "batch"] / row[k, "time_s"]))
}
function cell(k, name) { return is_computed(name) ? computed(k, name) : row[k, name] }

# Reads the rows of a file that the conditions keep, and its comments; -1: there is no such file.
function read_rows(name, conditions,    path, line, got, n, k, field, column, keep, pair) {
    path = results "/" name
    rows = shown = alone = 0
    split("", about); split("", row); split("", column)
    for (k = 2; k in conditions; k++)
        if (conditions[k] == "ref=none") alone = 1
        else if (conditions[k] ~ /=$/) show[++shown] = substr(conditions[k], 1, length(conditions[k]) - 1)
    while ((got = (getline line <path)) > 0) {
        if (line ~ /^# [a-z]+: /) {
            about[substr(line, 3, index(line, ":") - 3)] = substr(line, index(line, ":") + 2)
            continue
        }
        n = split(line, field, ",")
        if (!("routine" in column)) {
            for (k = 1; k <= n; k++) column[field[k]] = k
            continue
        }
        keep = field[column["status"]] == "pass" && (field[column["ref_s"]] == "") == alone
        for (k in conditions) {
            if (conditions[k] == "ref=none") continue
            split(conditions[k], pair, "=")
            if (is_computed(pair[1]) && pair[2] == "") continue
            if (!(pair[1] in column)) die(name " has no column '" pair[1] "'")
            keep = keep && (pair[2] == "" || is_among(field[column[pair[1]]], pair[2]))
        }
        if (!keep) continue
        rows++
        for (k in column) row[rows, k] = field[column[k]]
    }
    close(path)
    return got < 0 ? -1 : rows
}

# The value of a column that all rows share, or "".
function shared(name,    k) {
    for (k = 2; k <= rows; k++) if (row[k, name] != row[1, name]) return ""
    return row[1, name]
}

# What all rows share stands above the table, and needs no column. The comment "columns" has other
# names of the two times than Starling and peer.
function print_head(type, n, place,    text, k, name, ratio) {
    split("columns" in about ? about["columns"] : "Starling, peer", name, ", ")
    ratio = "columns" in about ? name[2] " divided by " name[1] : "the peer's time divided by Starling's"
    print about["machine"] ", " about["date"] "."
    print about["versions"] (alone || "columns" in about ? "." : "; peer: " about["peer"] ".")
    print "Each time is the " about["runs"] "; " (alone ? "share is that of gemm's rate." : "ratio is " ratio ".")
    text = (type ? ", type " type : "") (n ? ", order " n : "") (place ? ", memory: " place : "")
    if (text) print "All rows:" substr(text, 2) "."
    print ""
    text = "| routine |" (type ? "" : " type |") (n ? "" : " order |") (place ? "" : " memory |")
    for (k = 1; k <= shown; k++) text = text " " show[k] " |"
    print text (alone ? " time | rate | share |" : " " name[1] " |" (rated() ? " rate |" : "") " " name[2] " | ratio |")
    text = "|---|" (type ? "" : "---|") (n ? "" : "--:|") (place ? "" : "---|")
    for (k = 1; k <= shown; k++) text = text "---|"
    print text (alone ? "--:|--:|--:|" : (rated() ? "--:|" : "") "--:|--:|--:|")
}

# Rows of small problems have no rate.
function rated() { return row[1, "gflops"] != "" }

function print_table(name,    k, j, type, place, n, text) {
    type = shared("type"); place = shared("where"); n = shared("n")
    print_head(type, n, place)
    for (k = 1; k <= rows; k++) {
        text = "| " row[k, "routine"] " |" (type ? "" : " " row[k, "type"] " |")
        text = text (n ? "" : " " row[k, "n"] " |") (place ? "" : " " row[k, "where"] " |")
        for (j = 1; j <= shown; j++) text = text " " cell(k, show[j]) " |"
        printf "%s %s |", text, duration(row[k, "time_s"])
        if (rated()) printf " %s |", rate(row[k, "gflops"])
        if (alone) print (row[k, "peak_gflops"] > 0 ? sprintf(" %.0f %% |", 100 * row[k, "gflops"] / row[k, "peak_gflops"]) : "  |")
        else printf " %s | %.2f |\n", duration(row[k, "ref_s"]), row[k, "ref_s"] / row[k, "time_s"]
    }
    print ""
    print "Source: [doc/results/" name "](" (page == "README" ? "doc/" : "") "results/" name ")."
}

# The table of one marker: alternatives, each a file and conditions.
function table(spec,    choice, choices, word, words, k, j, conditions, names) {
    choices = split(spec, choice, /, or /)
    for (k = 1; k <= choices; k++) {
        words = split(choice[k], word, " ")
        split("", conditions)
        for (j = 2; j <= words; j++) conditions[j] = word[j]
        names = names (k > 1 ? " or " : "") word[1]
        if (read_rows(word[1], conditions) < 0) continue
        if (rows == 0) die("no row of " word[1] " is as the marker asks: " choice[k])
        print_table(word[1])
        return
    }
    print "Not measured yet: doc/results has no " names " (tools/measure writes it)."
}

inside && /^<!-- results: / { die("a table begins within another one") }
/^<!-- results: .* -->$/ {
    print
    print ""
    spec = $0
    sub(/^<!-- results: /, "", spec); sub(/ -->$/, "", spec)
    table(spec)
    inside = 1
    next
}
/^<!-- end of results -->$/ {
    if (!inside) die("the end of a table without its begin")
    print ""
    inside = 0
}
!inside { print }
END { if (inside && !failed) die("a table does not end"); exit failed }
