# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors
#
# The table of tools/ablation, from rows of the laboratory with the group before them
# (group,machine,routine,type,tiles,nb,sched,time_s,...), or with read=1 from its own CSV file. A
# cell's figure is the time without a rule over the time with it. rules_h tells what a rule does.

BEGIN {
    FS = OFS = ","
    while ((getline line <rules_h) > 0)
        text = text " " line
    gsub(/ *\\ */, " ", text)
    while (match(text, /RULE\([A-Z_]*, *"[^"]*", *"[^"]*"/)) {
        split(substr(text, RSTART, RLENGTH), part, "\"")
        what[part[2]] = part[4]
        text = substr(text, RSTART + RLENGTH)
    }
}

# ---- Rows of the laboratory ----

!read {
    cell = $1 SUBSEP $2 " " $3 " " $5
    if ($7 == "starling")
        with[cell] = $8
    else
        add(substr($7, 10), cell, $8)
}

function add(rule, cell, time)
{
    if (!(rule in seen)) {
        seen[rule]
        rules[++nrules] = rule
    }
    cells[rule, ++count[rule]] = cell
    without[rule, count[rule]] = time
}

# Sums up the cells of a rule in a group, or in all ("").
function summary(rule, group,    i, c, part, g, n, sum, most, least, high, low, failed)
{
    for (i = 1; i <= count[rule]; i++) {
        c = cells[rule, i]
        split(c, part, SUBSEP)
        if ((group != "" && part[1] != group) || !(with[c] > 0))
            continue
        if (!(without[rule, i] > 0)) {
            failed++
            continue
        }
        g = without[rule, i] / with[c]
        sum += log(g)
        if (++n == 1 || g > most) { most = g; high = part[1] " " part[2] }
        if (n == 1 || g < least) { least = g; low = part[1] " " part[2] }
    }
    if (n > 0)
        row(rule, group == "" ? "all" : group, n, sprintf("%.4f", exp(sum / n)), sprintf("%.4f", most),
            high, sprintf("%.4f", least), low, failed + 0)
}

function row(rule, group, n, mean, most, high, least, low, failed)
{
    if (csv != "")
        print rule, group, n, mean, most, high, least, low, failed >csv
    keep(rule, group, mean, most, high, least, low, failed)
}

# ---- The table ----

function keep(rule, group, mean, most, high, least, low, failed)
{
    if (group == "all") {
        order[++nrows] = rule
        best[rule] = sprintf("%.2f (%s)", most, high)
        worst[rule] = sprintf("%.2f (%s)", least, low)
        failures[rule] = failed
    }
    if (!(group in known)) {
        known[group]
        groups[++ngroups] = group
    }
    means[rule, group] = sprintf("%.3f", mean)
}

read && FNR > 1 { keep($1, $2, $4, $5, $6, $7, $8, $9) }

END {
    if (!read) {
        if (csv != "")
            print "rule,group,cells,mean,largest,largest_cell,smallest,smallest_cell,failed" >csv
        n = split("exact,plugin,noise,memory,large", group, ",")
        for (r = 1; r <= nrules; r++) {
            for (i = 1; i <= n; i++)
                summary(rules[r], group[i])
            summary(rules[r], "")
        }
    }
    line = "| rule | what it does |"
    rule_line = "| --- | --- |"
    for (i = 1; i <= ngroups; i++) {
        line = line " " groups[i] " |"
        rule_line = rule_line " ---: |"
    }
    print line " largest | smallest |"
    print rule_line " --- | --- |"
    for (r = 1; r <= nrows; r++) {
        line = "| `" order[r] "` | " what[order[r]] " |"
        for (i = 1; i <= ngroups; i++)
            line = line " " means[order[r], groups[i]] " |"
        print line " " best[order[r]] " | " worst[order[r]] \
              (failures[order[r]] ? ", " failures[order[r]] " fail" : "") " |"
    }
}
