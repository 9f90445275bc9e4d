# The medians as a picture: time per message over the dimension, one panel per
# work, one line per machine, logarithmic upwards.
# Input: what median.awk says.
BEGIN {
    panels = 0; width = 300; height = 260; left = 60; top = 40
    split("bare threads fibers barriers simgrid-raw simgrid-thread", name, " ")
    split("#7f7f7f #1f77b4 #2ca02c #d62728 #9467bd #ff7f0e", colour, " ")
    low = -9.5; high = -2.5 # powers of ten of a second
    for (i = 1; i <= 6; i++) number[name[i]] = i
}

function y(time) { return top + height * (high - log(time) / log(10)) / (high - low) }
function x(panel, d) { return left + panel * (width + 50) + width * (d - 4) / 10 }

{
    if (!($1 in panel)) { work[panels] = $1; panel[$1] = panels++ }
    line[$1, $3] = line[$1, $3] sprintf(" %.1f,%.1f", x(panel[$1], $2), y($4 / $6))
}

END {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n",
        left + panels * (width + 50) + 110, top + height + 50
    print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    for (p = 0; p < panels; p++) {
        printf "<text x=\"%d\" y=\"20\" font-size=\"14\">%s</text>\n", x(p, 4), work[p]
        for (e = -9; e <= -3; e++)
            printf "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                x(p, 4), y(10 ^ e), x(p, 14), x(p, 4) - 4, y(10 ^ e) + 4,
                e == -9 ? "1 ns" : e == -6 ? "1 us" : e == -3 ? "1 ms" : ""
        for (d = 4; d <= 14; d += 2)
            printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                x(p, d), top + height + 16, d
        for (i = 1; i <= 6; i++)
            if ((work[p], name[i]) in line)
                printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                    line[work[p], name[i]], colour[i]
    }
    for (i = 1; i <= 6; i++)
        printf "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n",
            x(panels, 4) - 40, top + 18 * i, colour[i], name[i]
    printf "<text x=\"%d\" y=\"%d\">dimension: 2^d processors; wall time per message</text>\n",
        left, top + height + 38
    print "</svg>"
}
