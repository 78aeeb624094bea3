# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors
#
# Tables of the laboratory from its rows (machine,routine,type,tiles,nb,sched,time_s,bound_s): time
# over bound, and gain over the best policy among `stock`; geometric means; csv, svg, baseline: see
# tools/laboratory.

BEGIN {
    FS = OFS = ","
    n = split(stock, part, ",")
    for (i = 1; i <= n; i++)
        is_stock[part[i]]
    if (baseline != "")
        read_baseline()
}

function read_baseline(    line, f)
{
    while ((getline line <baseline) > 0) {
        if (line ~ /^#/ || split(line, f, ",") < 7)
            continue
        recorded[f[1], f[2], f[4], f[6]] = f[7]
    }
    close(baseline)
}

# Cells and policies in their order of appearance.
NR > 1 {
    cell = $1 SUBSEP $2 SUBSEP $4
    if (!(cell in known)) {
        known[cell]
        cells[++ncells] = cell
        machine[cell] = $1
        routine[cell] = $2
        type[cell] = $3
        tiles[cell] = $4
        nb[cell] = $5
    }
    if (!($6 in column)) {
        column[$6] = ++policies
        policy[policies] = $6
    }
    time[cell, $6] = $7
    if ($8 > 0)
        bound[cell] = $8
    if ($6 in is_stock && $7 > 0 && (!(cell in best) || $7 < best[cell]))
        best[cell] = $7
}

# gain(CELL, POLICY): 0 where either has no time.
function gain(c, p) { return time[c, p] > 0 && c in best ? best[c] / time[c, p] : 0 }

function rule(text,    i)
{
    printf "%-9s %-8s %5s %9s", text, "", "tiles", "best s"
    for (i = 1; i <= policies; i++)
        printf " %s", pad(policy[i], i)
    print ""
}

# To the width of a policy's column.
function pad(text, i)
{
    return sprintf("%" (length(policy[i]) < 6 ? 6 : length(policy[i])) "s", text)
}

function table(what,    k, i, c, value)
{
    rule(what)
    for (k = 1; k <= ncells; k++) {
        c = cells[k]
        printf "%-9s %-8s %5d %9.4g", machine[c], routine[c], tiles[c], best[c]
        for (i = 1; i <= policies; i++) {
            value = what == "gain" ? gain(c, policy[i]) \
                  : bound[c] > 0 ? time[c, policy[i]] / bound[c] : 0
            printf " %s", pad(value > 0 ? sprintf("%.2f", value) : "-", i)
        }
        print ""
    }
}

# Geometric mean of a policy's gains over the cells of a machine, a routine, or all ("").
function mean(p, m, r,    k, c, sum, count, g)
{
    for (k = 1; k <= ncells; k++) {
        c = cells[k]
        g = gain(c, p)
        if (g > 0 && (m == "" || machine[c] == m) && (r == "" || routine[c] == r)) {
            sum += log(g)
            count++
        }
    }
    return count ? exp(sum / count) : 0
}

function mean_row(text, m, r,    i, value)
{
    printf "%-33s ", text
    for (i = 1; i <= policies; i++) {
        value = mean(policy[i], m, r)
        printf " %s", pad(value > 0 ? sprintf("%.3f", value) : "-", i)
    }
    print ""
}

function means(    k, c, seen)
{
    print "geometric mean of the gain"
    for (k = 1; k <= ncells; k++)
        if (!(("m" machine[cells[k]]) in seen)) {
            seen["m" machine[cells[k]]]
            mean_row("  " machine[cells[k]], machine[cells[k]], "")
        }
    for (k = 1; k <= ncells; k++)
        if (!(("r" routine[cells[k]]) in seen)) {
            seen["r" routine[cells[k]]]
            mean_row("  " routine[cells[k]], "", routine[cells[k]])
        }
    mean_row("  all", "", "")
}

function worst(    i, k, c, g, low, where)
{
    for (i = 1; i <= policies; i++) {
        if (policy[i] in is_stock)
            continue
        low = 0
        for (k = 1; k <= ncells; k++) {
            c = cells[k]
            g = gain(c, policy[i])
            if (g > 0 && (!low || g < low)) {
                low = g
                where = machine[c] " " routine[c] " " tiles[c]
            }
        }
        if (low)
            printf "smallest gain of %s: %.3f, %s\n", policy[i], low, where
    }
}

function write_csv(    k, i, c, p)
{
    print "machine,routine,type,tiles,nb,sched,time_s,bound_s,of_bound,gain" >csv
    for (k = 1; k <= ncells; k++)
        for (i = 1; i <= policies; i++) {
            c = cells[k]
            p = policy[i]
            print machine[c], routine[c], type[c], tiles[c], nb[c], p, time[c, p], bound[c], \
                  (time[c, p] > 0 && bound[c] > 0 ? sprintf("%.4f", time[c, p] / bound[c]) : ""), \
                  (gain(c, p) > 0 ? sprintf("%.4f", gain(c, p)) : "") >csv
        }
    close(csv)
}

# Over 1 % slower than recorded, or no time where there was one, is a failure.
function compare(    k, i, c, key, old, new)
{
    for (k = 1; k <= ncells; k++)
        for (i = 1; i <= policies; i++) {
            c = cells[k]
            key = c SUBSEP policy[i]
            old = recorded[key]
            new = time[c, policy[i]]
            if (old == "")
                continue
            compared++
            if (new == "" || new > 1.01 * old) {
                printf "slower than recorded: %s %s %d %s: %s s, recorded %s s\n", machine[c], \
                       routine[c], tiles[c], policy[i], (new == "" ? "no time" : new), old
                slower++
            } else if (new < 0.99 * old)
                faster++
        }
    printf "%d runs compared with the recorded ones: %d over 1 %% slower, %d faster\n", \
           compared, slower, faster
}

END {
    table("of bound")
    print ""
    table("gain")
    print ""
    means()
    worst()
    for (k = 1; k <= ncells; k++)
        for (i = 1; i <= policies; i++)
            if (!(time[cells[k], policy[i]] > 0)) {
                print "failed: " machine[cells[k]] " " routine[cells[k]] " " tiles[cells[k]] " " policy[i]
                failures++
            }
    if (csv != "")
        write_csv()
    if (svg != "")
        write_svg()
    if (baseline != "")
        compare()
    if (failures || slower || (baseline != "" && !compared))
        exit 1
}
