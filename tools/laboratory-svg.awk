# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors
#
# The picture of the laboratory, for laboratory.awk: a row a cell, a column a policy. The number is
# time over bound; the colour says how the time compares with that of the best stock policy.

# Blue where it is less, up to a third, white where it is the same, orange where it is more.
function colour(g,    x)
{
    if (!(g > 0))
        return "#dddddd"
    x = log(g) / log(1.5)
    x = x > 1 ? 1 : x < -1 ? -1 : x
    return x >= 0 ? sprintf("rgb(%d,%d,%d)", 255 - 175 * x, 255 - 95 * x, 255 - 25 * x) \
                  : sprintf("rgb(%d,%d,%d)", 255 + 12 * x, 255 + 80 * x, 255 + 170 * x)
}

function svg_label(x, y, anchor, class, text)
{
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" class=\"%s\">%s</text>\n", x, y, anchor, \
           class, text >svg
}

function svg_box(x, y, w, h, fill, text, tip)
{
    printf "<g><title>%s</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>", \
           tip, x, y, w, h, fill >svg
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" class=\"n\">%s</text></g>\n", x + w / 2, \
           y + h - 5, text >svg
}

function write_svg(    k, i, c, y, left, w, h, group, last, g, total, top, cut)
{
    left = 190; w = 84; h = 18; top = 108
    y = top
    for (k = 1; k <= ncells; k++) {
        group = machine[cells[k]] routine[cells[k]]
        y += h + (group != last ? 6 : 0)
        last = group
    }
    total = left + policies * w + 20
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" " \
           "font-family=\"sans-serif\">\n<style>.t{font-size:18px;font-weight:bold}" \
           ".s{font-size:12px;fill:#444}.h{font-size:11px;font-weight:bold}.n{font-size:11px}" \
           "</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n", total, y + 50 >svg
    svg_label(16, 28, "start", "t", "Simulated time over bound")
    svg_label(16, 48, "start", "s", "a row a machine, routine and number of tiles; " title)
    svg_label(16, 64, "start", "s", "blue: faster than the best stock policy of the row (full: by a" \
              " third), orange: slower (full: by half)")
    for (i = 1; i <= policies; i++) {
        cut = length(policy[i]) > 11 ? index(policy[i], "-") : 0
        svg_label(left + (i - 0.5) * w, top - 21, "middle", "h", substr(policy[i], 1, cut))
        svg_label(left + (i - 0.5) * w, top - 8, "middle", "h", substr(policy[i], cut + 1))
    }
    y = top
    last = ""
    for (k = 1; k <= ncells; k++) {
        c = cells[k]
        group = machine[c] routine[c]
        if (group != last) {
            y += 6
            svg_label(16, y + h - 5, "start", "h", machine[c] ", " routine[c])
        }
        last = group
        svg_label(left - 10, y + h - 5, "end", "n", tiles[c])
        for (i = 1; i <= policies; i++) {
            g = gain(c, policy[i])
            svg_box(left + (i - 1) * w, y, w - 1, h - 1, colour(g), (time[c, policy[i]] > 0 && bound[c] > 0) ? \
                    sprintf("%.2f", time[c, policy[i]] / bound[c]) : "-", machine[c] ", " routine[c] ", " \
                    tiles[c] " tiles, " policy[i] ": " time[c, policy[i]] " s, gain " sprintf("%.3f", g))
        }
        y += h
    }
    svg_label(16, y + 26, "start", "h", "mean gain")
    for (i = 1; i <= policies; i++)
        svg_box(left + (i - 1) * w, y + 12, w - 1, h, colour(mean(policy[i], "", "")), \
                sprintf("%.3f", mean(policy[i], "", "")), "geometric mean of the gain of " policy[i])
    print "</svg>" >svg
    close(svg)
}
