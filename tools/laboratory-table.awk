# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors
#
# Markdown tables of the policy starling from a CSV file of tools/laboratory --csv: its gain in each
# cell, and the geometric mean of the gain of every policy there. The gain is the time of the best
# stock policy of the cell over that of the policy.

BEGIN { FS = "," }

NR == 1 { next }

$6 == "starling" && $10 > 0 {
    row = $1 " | " $2
    if (!(row in known)) {
        known[row]
        rows[++nrows] = row
    }
    if (!($4 in column)) {
        column[$4] = ++columns
        tiles[columns] = $4
    }
    gain[row, $4] = $10
    if (!least || $10 < least) {
        least = $10
        where = $1 ", " $2 ", " $4 " tiles"
    }
}

$10 > 0 {
    if (!($6 in count))
        policy[++policies] = $6
    count[$6]++
    sum[$6] += log($10)
    if ($6 == "starling") {
        of_routine[$2]++
        sum_routine[$2] += log($10)
        if (of_routine[$2] == 1)
            routine[++routines] = $2
    }
}

END {
    line = "| machine | routine |"
    rule = "| --- | --- |"
    for (i = 1; i <= columns; i++) {
        line = line " " tiles[i] " |"
        rule = rule " ---: |"
    }
    print line "\n" rule
    for (r = 1; r <= nrows; r++) {
        line = "| " rows[r] " |"
        for (i = 1; i <= columns; i++)
            line = line " " (gain[rows[r], tiles[i]] ? sprintf("%.2f", gain[rows[r], tiles[i]]) : "-") " |"
        print line
    }
    print "\nSmallest gain of starling: " sprintf("%.3f", least) " (" where ")."
    print "\n| policy | cells | mean gain |\n| --- | ---: | ---: |"
    for (i = 1; i <= policies; i++)
        printf "| %s | %d | %.3f |\n", policy[i], count[policy[i]], exp(sum[policy[i]] / count[policy[i]])
    print "\n| routine | mean gain of starling |\n| --- | ---: |"
    for (i = 1; i <= routines; i++)
        printf "| %s | %.3f |\n", routine[i], exp(sum_routine[routine[i]] / of_routine[routine[i]])
}
