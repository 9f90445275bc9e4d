# The medians as a picture: time per message over the dimension, one panel per
# work, one line per machine, logarithmic upwards.
# Input: what median.awk says.
BEGIN {
    panels = 0; columns = 3; width = 230; height = 210; left = 60; top = 34
    wide = width + 56; high = height + 66 # of a panel with all around it
    split("bare threads fibers barriers simgrid-raw simgrid-thread", name, " ")
    split("#7f7f7f #1f77b4 #2ca02c #d62728 #9467bd #ff7f0e", colour, " ")
    least = -9.3; most = -2.4 # powers of ten of a second
    label[-9] = "1 ns"; label[-6] = "1 us"; label[-3] = "1 ms"
}

function row(panel) { return int(panel / columns) }
function x(panel, d) { return left + panel % columns * wide + width * (d - 4) / 10 }
function y(panel, time) {
    return top + row(panel) * high + height * (most - log(time) / log(10)) / (most - least)
}

{
    if (!($1 in panel)) { work[panels] = $1; panel[$1] = panels++ }
    p = panel[$1]
    across = x(p, $2); down = y(p, $4 / $6)
    line[p, $3] = line[p, $3] sprintf(" %.1f,%.1f", across, down)
    dots[p, $3] = dots[p, $3] sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>", across, down)
}

function axes(p,   e, d) {
    printf "<text x=\"%d\" y=\"%.1f\" font-size=\"15\">%s</text>\n", x(p, 4), y(p, 10 ^ most) - 12, work[p]
    for (e = -9; e <= -3; e++)
        printf "<path d=\"M%d %.1fH%d\" stroke=\"%s\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
            x(p, 4), y(p, 10 ^ e), x(p, 14), e % 3 ? "#e4e4e4" : "#aaa",
            x(p, 4) - 5, y(p, 10 ^ e) + 4, label[e]
    for (d = 4; d <= 14; d += 2)
        printf "<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">%d</text>\n", x(p, d), y(p, 10 ^ least) + 16, d
}

function legend(p,   i) {
    for (i = 1; i <= 6; i++)
        printf "<g fill=\"%s\"><circle cx=\"%d\" cy=\"%.1f\" r=\"4\"/><text x=\"%d\" y=\"%.1f\" font-size=\"14\">%s</text></g>\n",
            colour[i], x(p, 4) + 8, y(p, 10 ^ most) + 24 * i - 5, x(p, 4) + 20, y(p, 10 ^ most) + 24 * i, name[i]
    printf "<text x=\"%d\" y=\"%.1f\">wall time per message,</text><text x=\"%d\" y=\"%.1f\">2^d processors, d = 4 to 14</text>\n",
        x(p, 4), y(p, 10 ^ most) + 178, x(p, 4), y(p, 10 ^ most) + 196
}

END {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n",
        left + columns * wide - 20, top + (row(panels) + 1) * high - 30
    print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    for (p = 0; p < panels; p++) {
        axes(p)
        for (i = 1; i <= 6; i++)
            if ((p, name[i]) in line)
                printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/><g fill=\"%s\">%s</g>\n",
                    line[p, name[i]], colour[i], colour[i], dots[p, name[i]]
    }
    legend(panels)
    print "</svg>"
}
