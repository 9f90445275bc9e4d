# Writes an all-reduce on a torus of side x side processors as a schedule; side is
# a power of two:
#
#   awk -v side=8 -v way=swing -f by-axes.awk >swing.sched
#   weft compare allreduce swing.sched -n torus:8x8 --sharing fair
#
# The steps alternate between the axes. With way=swing (De Sensi and others,
# 2024), the partners on an axis are 1, -1, 3, -5, ... places apart, forward from
# even places and backward from odd ones; with way=doubling, 1, 2, 4, ... places.
# The reduce-scatter sends the blocks that the partner and the processors behind
# it shall own; the allgather repeats the steps backwards.

function apart(place, step,    distance, i) {
    if (way == "doubling")
        return int(place / 2 ^ step) % 2 ? -(2 ^ step) : 2 ^ step
    for (i = 0; i <= step; i++)
        distance = 1 - 2 * distance
    return place % 2 ? -distance : distance
}

function partner(rank, step,    x, y) {
    x = rank % side
    y = int(rank / side)
    if (step % 2)
        y = (y + apart(y, int(step / 2)) + side * side) % side
    else
        x = (x + apart(x, int(step / 2)) + side * side) % side
    return y * side + x
}

# Mark the blocks that reach their owners by way of a processor from a step on.
function mark(rank, step, wanted) {
    if (step == steps) {
        wanted[rank] = 1
        return
    }
    mark(rank, step + 1, wanted)
    mark(partner(rank, step), step + 1, wanted)
}

# Write a transfer of the blocks that go to one side of a step: in the
# reduce-scatter to the partner, in the allgather from the sender.
function send(slot, rank, to, whose, step, combined,    wanted, items, i) {
    mark(whose, step + 1, wanted)
    items = ""
    for (i = 0; i < size; i++)
        if (i in wanted)
            items = items (items == "" ? "" : ",") i ":" combined
    print slot, rank, to, items
}

# Return the numbers in ascending order, joined by "+".
function sorted(text,    number, there, i) {
    split(text, number, "+")
    for (i in number)
        there[number[i]] = 1
    text = ""
    for (i = 0; i < size; i++)
        if (i in there)
            text = text (text == "" ? "" : "+") i
    return text
}

BEGIN {
    size = side * side
    for (steps = 0; 2 ^ steps < size; steps++)
        ;
    print "# processors: " size
    print "# problem: allreduce"
    for (rank = 0; rank < size; rank++)
        from[rank, 0] = rank
    for (step = 0; step < steps; step++)
        for (rank = 0; rank < size; rank++)
            from[rank, step + 1] = sorted(from[rank, step] "+" \
                from[partner(rank, step), step])
    for (step = 0; step < steps; step++)
        for (rank = 0; rank < size; rank++)
            send(step + 1, rank, partner(rank, step), partner(rank, step),
                step, from[rank, step])
    for (step = steps - 1; step >= 0; step--)
        for (rank = 0; rank < size; rank++)
            send(2 * steps - step, rank, partner(rank, step), rank, step,
                "0-" size - 1)
}
