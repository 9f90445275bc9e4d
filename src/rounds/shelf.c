/* Values of blocks as steps or arrays. */
#include "shelf.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* Up to this number of places, all values are in one array. */
#define SHELF_FEW AT_ONCE(32, 3)
/* A strip with more steps than this becomes an array, ... */
#define SHELF_STEPS AT_ONCE(64, 4)
/* ... unless all arrays would need more memory than this; then, if it has more
 * steps than a quarter of its places. */
#define SHELF_ARRAYS ((uint64_t)1 << 30)

int pieces_add(struct value_ranges *pieces, size_t begin,
               struct value_range piece)
{
    struct value_range *last = NULL;
    if (pieces->count > begin)
        last = &pieces->piece[pieces->count - 1];
    if (last && last->value == piece.value &&
        last->blocks.last + 1 == piece.blocks.first) {
        last->blocks.last = piece.blocks.last;
        return 0;
    }
    if (pieces->count == pieces->room &&
        array_grow(&pieces->piece, &pieces->room, pieces->count + 1,
                   sizeof piece))
        return -1;
    pieces->piece[pieces->count++] = piece;
    return 0;
}

/* Count memory before it is allocated. Return 0, or -1 beyond the limit. */
static int shelf_count(struct shelf *shelf, uint64_t bytes)
{
    if (bytes > shelf->most - shelf->bytes)
        return -1;
    shelf->bytes += bytes;
    return 0;
}

int shelf_open(struct shelf *shelf, size_t strips, int places, bool whole)
{
    shelf->places = places;
    shelf->strips = strips;
    if (whole || places <= SHELF_FEW) {
        uint64_t each = (uint64_t)places * sizeof *shelf->cell;
        if (shelf_count(shelf, (each + 1) * strips))
            return -1;
        shelf->cell = calloc(strips, each + 1);
        return shelf->cell ? 0 : -1;
    }
    if (shelf_count(shelf, strips * sizeof *shelf->strip))
        return -1;
    shelf->strip = calloc(strips, sizeof *shelf->strip);
    return shelf->strip ? 0 : -1;
}

void shelf_close(struct shelf *shelf)
{
    for (size_t i = 0; shelf->strip && i < shelf->strips; i++) {
        free(shelf->strip[i].step);
        free(shelf->strip[i].cell);
    }
    free(shelf->strip);
    free(shelf->cell);
}

/* Return the values of a strip if they are an array, else NULL. */
static uint64_t *shelf_cells(const struct shelf *shelf, size_t strip)
{
    return shelf->cell ? shelf->cell + strip * (size_t)shelf->places
                       : shelf->strip[strip].cell;
}

/* Return the number of the step that contains a place. */
static uint32_t step_of(const struct strip *strip, int place)
{
    uint32_t low = 0, high = strip->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (strip->step[middle].first <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Return the last place of a step. */
static int step_last(const struct shelf *shelf, const struct strip *strip,
                     uint32_t step)
{
    return step + 1 < strip->count ? strip->step[step + 1].first - 1
                                   : shelf->places - 1;
}

uint64_t shelf_at(const struct shelf *shelf, size_t strip, int place)
{
    const uint64_t *cell = shelf_cells(shelf, strip);
    if (cell)
        return cell[place];
    const struct strip *steps = &shelf->strip[strip];
    return steps->count ? steps->step[step_of(steps, place)].value : 0;
}

/* Return the end of a run of equal values from `first` on, at most `last`. */
static int run_last(const struct shelf *shelf, size_t strip, int first,
                    int last, uint64_t *value)
{
    const uint64_t *cell = shelf_cells(shelf, strip);
    int end = first;
    *value = 0;
    if (cell) {
        *value = cell[first];
        while (end < last && cell[end + 1] == *value)
            end++;
        return end;
    }
    const struct strip *steps = &shelf->strip[strip];
    if (!steps->count)
        return last;
    uint32_t step = step_of(steps, first);
    *value = steps->step[step].value;
    end = step_last(shelf, steps, step);
    return end < last ? end : last;
}

int shelf_take(const struct shelf *shelf, size_t strip, struct interval range,
               struct value_ranges *pieces, size_t begin)
{
    for (int at = range.first, end; at <= range.last; at = end + 1) {
        struct value_range piece = {.blocks.first = at};
        end = run_last(shelf, strip, at, range.last, &piece.value);
        piece.blocks.last = end;
        if (pieces_add(pieces, begin, piece))
            return -1;
    }
    return 0;
}

bool shelf_is(const struct shelf *shelf, size_t strip, struct interval range,
              uint64_t value)
{
    for (int at = range.first, end; at <= range.last; at = end + 1) {
        uint64_t found;
        end = run_last(shelf, strip, at, range.last, &found);
        if (found != value)
            return false;
    }
    return true;
}

/* ---- changing steps ---- */

static int strip_grow(struct shelf *shelf, struct strip *strip)
{
    uint32_t room = strip->room ? 2 * strip->room : 4;
    if (shelf_count(shelf, (room - strip->room) * sizeof *strip->step))
        return -1;
    struct breakpoint *step = realloc(strip->step, room * sizeof *step);
    if (!step)
        return -1;
    strip->step = step;
    strip->room = room;
    return 0;
}

/* Let a step begin at a place, and return its number; the number of steps if
 * the place is behind the last one; or -1 if out of memory. */
static int64_t strip_cut(struct shelf *shelf, struct strip *strip, int place)
{
    if (place == shelf->places)
        return strip->count;
    if (strip->count + 1 >= strip->room && strip_grow(shelf, strip))
        return -1;
    if (!strip->count)
        strip->step[strip->count++] = (struct breakpoint){0};
    uint32_t at = step_of(strip, place);
    if (strip->step[at].first == place)
        return at;
    memmove(&strip->step[at + 1], &strip->step[at],
            (strip->count++ - at) * sizeof *strip->step);
    strip->step[at + 1].first = place;
    return at + 1;
}

/* Join equal neighbours among the steps from number `from` to number `to`. */
static void strip_join(struct strip *strip, uint32_t from, uint32_t to)
{
    uint32_t kept = from;
    for (uint32_t i = from + 1; i <= to; i++)
        if (strip->step[i].value != strip->step[kept].value)
            strip->step[++kept] = strip->step[i];
    memmove(&strip->step[kept + 1], &strip->step[to + 1],
            (strip->count - to - 1) * sizeof *strip->step);
    strip->count -= to - kept;
}

/* Turn a strip with too many steps into an array. Return 0 or -1. */
static int strip_spread(struct shelf *shelf, struct strip *strip)
{
    uint64_t each = (uint64_t)shelf->places * sizeof *strip->cell;
    uint32_t most = SHELF_STEPS;
    if (each > SHELF_ARRAYS / shelf->strips &&
        most < (uint32_t)shelf->places / 4)
        most = (uint32_t)shelf->places / 4;
    if (strip->count <= most)
        return 0;
    uint64_t *cell = shelf_count(shelf, each) ? NULL : malloc(each);
    if (!cell)
        return -1;
    for (uint32_t i = 0; i < strip->count; i++)
        for (int k = strip->step[i].first; k <= step_last(shelf, strip, i); k++)
            cell[k] = strip->step[i].value;
    shelf->bytes -= strip->room * sizeof *strip->step;
    free(strip->step);
    *strip = (struct strip){.cell = cell};
    return 0;
}

static uint64_t changed(uint64_t mine, uint64_t came, shelf_add *add,
                        const struct algebra *algebra)
{
    return add && mine ? add(algebra, mine, came) : came;
}

int shelf_put(struct shelf *shelf, size_t strip,
              const struct value_range *piece, shelf_add *add,
              const struct algebra *algebra)
{
    struct interval range = piece->blocks;
    uint64_t *cell = shelf_cells(shelf, strip);
    if (cell) {
        for (int i = range.first; i <= range.last; i++)
            cell[i] = changed(cell[i], piece->value, add, algebra);
        return 0;
    }
    struct strip *steps = &shelf->strip[strip];
    int64_t first = strip_cut(shelf, steps, range.first);
    int64_t end = first < 0 ? -1 : strip_cut(shelf, steps, range.last + 1);
    if (end < 0)
        return -1;
    for (int64_t i = first; i < end; i++)
        steps->step[i].value =
            changed(steps->step[i].value, piece->value, add, algebra);
    strip_join(steps, (uint32_t)(first ? first - 1 : 0),
               (uint32_t)(end < steps->count ? end : end - 1));
    return strip_spread(shelf, steps);
}
