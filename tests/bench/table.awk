# The medians as a table: one row per work, dimension and machine.
# Input: work d machine wall cpu messages switches kib
function seconds(s) {
    if (s >= 1) return sprintf("%.2f s", s)
    if (s >= 1e-3) return sprintf("%.2f ms", s * 1e3)
    return sprintf("%.0f us", s * 1e6)
}

{
    row[NR] = $0
    wall[$1, $2, $3] = $4
}

END {
    print "| work | d | machine | wall | CPU | messages/s | switches/message |" \
          " peak MiB | against barriers | against the loop |"
    print "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|"
    for (i = 1; i <= NR; i++) {
        split(row[i], f, " ")
        naive = wall[f[1], f[2], "barriers"]
        bare = wall[f[1], f[2], "bare"]
        printf("| %s | %d | %s | %s | %s | %.3g | %s | %.1f | %s | %s |\n",
            f[1], f[2], f[3], seconds(f[4]), seconds(f[5]), f[6] / f[4],
            f[7] > 0 ? sprintf("%.2f", f[7] / f[6]) : "",
            f[8] / 1024,
            naive ? sprintf("%.3g times", naive / f[4]) : "",
            bare ? sprintf("1/%.3g", f[4] / bare) : "")
    }
}
