/* simultaneous: messages 1, 2, ... each travel from one processor to all. The
 * processor that sends a message first is its source. Message 0 is used for
 * counting and is not data. The messages that mark the end of a tree (numbers
 * above the data's) also spread to all, so their number need not be known. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "problems.h"

/* The sources that the trace declares. */
struct sources {
    int64_t count; /* number of sources; 0: the trace does not declare any */
    /* [processors + 1] number of messages of each source, if it is declared by
     * name */
    int32_t begins[];
};

/* Parse "0,3,3" or "all" and count the messages of each source in begins[].
 * Return the number of sources, or 0 for any other text. */
static int64_t take_named(const struct weft_check *check, const char *said,
                          int32_t *begins)
{
    int64_t count = 0;
    char *rest = (char *)said;
    for (int rank = 0; !strcmp(said, "all") && rank < check->size; rank++)
        begins[count++] = 1;
    while (*rest >= '0' && *rest <= '9') {
        long rank = strtol(rest, &rest, 10);
        if (rank >= check->size)
            return 0;
        begins[rank]++;
        count++;
        rest += *rest == ',';
    }
    return !*rest || !strcmp(said, "all") ? count : 0;
}

static int problems_simultaneous_begin(struct weft_check *check)
{
    static const char random[] = "random:";
    size_t length = strlen(random), each = (size_t)check->processors + 1;
    struct sources *sources =
        calloc(1, sizeof *sources + each * sizeof *sources->begins);
    const char *said = check->said;
    check->state = sources;
    if (sources && said && check->size > 1)
        sources->count = !strncmp(said, random, length)
                             ? strtol(said + length, NULL, 10)
                             : take_named(check, said, sources->begins);
    return sources ? 0 : -1;
}

static int problems_simultaneous_first(struct weft_check *check,
                                       struct held *held,
                                       const struct weft_event *send)
{
    held->control = held->number == 0;
    return held->control ? 0 : begins_anywhere(check, held, send);
}

/* Check that the declared sources begin messages 1, 2, ...; later messages may
 * mark the ends of trees. */
static void blame_sources(struct weft_check *check)
{
    struct sources *sources = check->state;
    const struct held *held;
    for (int64_t i = 1; i <= sources->count; i++) {
        if (i > INT32_MAX || !(held = holding_find(check, (int32_t)i))) {
            check_blame_end(
                check, -1,
                "the trace declares sources: %.40s, but message %" PRId64
                " is never sent",
                check->said, i);
            return;
        }
        if (held->source >= 0)
            sources->begins[held->source]--;
    }
    for (int rank = 0; rank < check->size; rank++)
        if (sources->begins[rank] > 0)
            check_blame_end(check, rank,
                            "is a source (sources: %.40s), but not of as many "
                            "messages as the trace declares",
                            check->said);
}

static void problems_simultaneous_end(struct weft_check *check)
{
    if (!blame_gap(check, 1) && check->size > 1)
        check_blame_end(check, -1, "no message was sent");
    blame_sources(check);
    blame_unspread(check);
}

const struct check_problem check_simultaneous = {
    .name = "simultaneous",
    .counted = "sources",
    .begin = problems_simultaneous_begin,
    .first = problems_simultaneous_first,
    .end = problems_simultaneous_end,
};
