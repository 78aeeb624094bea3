# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors
#
# Reads what `starling ROUTINE --profile` prints, and fails unless there are as many runs as
# -v runs=N says, each with a bound (-v bounds=0: or without one) and with all of the row's
# workers; the four percentages of each line and the sum of losses make 100; and the tasks by
# kernel are those of the run; and the critical path is as long as the run.

function wrong(text)
{
    print "# " text ": " $0
    bad = 1
}
function near(a, b, slack)
{
    return a - b <= slack && b - a <= slack
}
/ (pass|fail)( |$)/ { # its workers, as 2cpu+1cuda
    workers = 0
    for (i = 1; i <= NF; i++)
        if ($i ~ /^[0-9]+(cpu|cuda)(\+[0-9]+cuda)?$/) {
            split($i, part, "+")
            workers = part[1] + part[2]
        }
}
/^# the recorded run: / { seen++; time = $5 + 0; tasks = $7; lines = ran = 0 }
/^# worker / { table = 1; next }
/^# (bound|no bound): / {
    if (ran != tasks)
        wrong(ran " tasks on workers, " tasks " in the run")
    if (lines != workers)
        wrong(lines " workers instead of " workers)
    table = 0
}
/^# 100% = / {
    sum = 0
    sign = 1
    for (i = 4; i <= NF; i++)
        if ($i == "+" || $i == "-")
            sign = $i == "+" ? 1 : -1
        else if ($i ~ /^-?[0-9.]+$/)
            sum += sign * $i
    if (!near(sum, 100, 1e-6))
        wrong("losses make " sum)
    losses++
}
/^# critical path: / {
    sum = 0
    for (i = 2; i <= NF; i++)
        if ($i ~ /^s,?$/)
            sum += $(i - 1)
    if (!near(sum, time, 0.05 * time))
        wrong("the path has " sum " s, the run " time " s")
    paths++
}
table && !/^#   (least|most)/ {
    n = split(substr($0, 23), column, " ") # after the name
    sum = column[1] + column[2] + column[3] + column[4]
    if (!near(sum, 100, 1e-6))
        wrong("shares make " sum)
    kernels = 0
    for (i = 8; i <= n; i += 2)
        kernels += column[i]
    times = / (cores|GPUs): mean / ? substr($0, 3) + 0 : 1 # as many workers in one line
    if (!near(kernels, times * column[5], times == 1 ? 0 : times * 0.051))
        wrong(kernels " tasks by kernel")
    ran += kernels
    lines += times
}
END {
    $0 = seen " runs, " losses " with a bound, " paths " with a critical path"
    if (seen != runs || paths != runs || (bounds == "" && losses != runs))
        wrong("expected " runs)
    exit bad
}
