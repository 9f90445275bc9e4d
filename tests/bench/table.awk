# The medians as a table: one row per work, dimension and machine.
# Input: what median.awk says.
function seconds(s) {
    if (s >= 1) return sprintf("%.2f s", s)
    if (s >= 1e-3) return sprintf("%.2f ms", s * 1e3)
    return sprintf("%.0f us", s * 1e6)
}

# The median of the pairs, and from where to where they go.
function times(median, low, high) {
    if (!median) return ""
    if (low == high) return median
    return median " (" low " to " high ")"
}

BEGIN {
    print "| work | d | machine | wall | CPU | messages/s | switches/message |" \
        " instructions/message | peak MiB | times faster than barriers |" \
        " than SimGrid raw | slower than the loop |"
    print "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
}

{
    printf("| %s | %d | %s | %s | %s | %.3g | %s | %s | %.1f | %s | %s | %s |\n",
        $1, $2, $3, seconds($4), seconds($5), $6 / $4,
        $7 > 0 ? sprintf("%.2f", $7 / $6) : "",
        $9 > 0 ? sprintf("%.0f", $9 / $6) : "n/a", $8 / 1024,
        $3 == "barriers" ? "" : times($10, $11, $12),
        $3 == "simgrid-raw" ? "" : times($13, $14, $15),
        $3 == "bare" || !$16 ? "" : sprintf("%.3g", 1 / $16))
}
