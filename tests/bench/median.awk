# One line per work, dimension and machine from one per run.
# Input: work d machine turn wall cpu messages switches kib instructions digest
# Output: work d machine wall cpu messages switches kib instructions, all medians
# (instructions 0: not counted), then how many times the wall time of barriers,
# simgrid-raw and bare in the same turn is this one's: "median low high" each,
# "0 0 0" where they did not run.
# All machines must have done the same.
{
    key = $1 " " $2 " " $3
    if (!(key in runs))
        order[++keys] = key
    run = ++runs[key]
    for (i = 5; i <= 10; i++)
        value[key, i, run] = $i
    turn[key, run] = $4
    wall[key, $4] = $5
    if (($1, $2) in digest && digest[$1, $2] != $11) {
        print "bench: " key " has not done what the others did" | "cat >&2"
        failed = 1
    }
    digest[$1, $2] = $11
}

function sort(a, n,    i, j, t) {
    for (i = 2; i <= n; i++) {
        t = a[i]
        for (j = i - 1; j > 0 && a[j] > t; j--)
            a[j + 1] = a[j]
        a[j + 1] = t
    }
}

function median(key, column,    i, a) {
    for (i = 1; i <= runs[key]; i++)
        a[i] = value[key, column, i] + 0
    sort(a, runs[key])
    return value[key, column, 1] ~ /\./ ? \
        sprintf("%.6f", a[int((runs[key] + 1) / 2)]) : \
        a[int((runs[key] + 1) / 2)]
}

function ratio(key, other,    i, n, a) {
    n = 0
    for (i = 1; i <= runs[key]; i++)
        if ((other, turn[key, i]) in wall)
            a[++n] = wall[other, turn[key, i]] / (value[key, 5, i] + 1e-9)
    if (!n)
        return "0 0 0"
    sort(a, n)
    return sprintf("%.3g %.3g %.3g", a[int((n + 1) / 2)], a[1], a[n])
}

END {
    for (k = 1; k <= keys; k++) {
        key = order[k]
        split(key, part, " ")
        row = part[1] " " part[2] " "
        print key, median(key, 5), median(key, 6), median(key, 7), \
            median(key, 8), median(key, 9), median(key, 10), \
            ratio(key, row "barriers"), ratio(key, row "simgrid-raw"), \
            ratio(key, row "bare")
    }
    exit failed
}
