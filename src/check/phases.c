/* Phases of a schedule, which the trace parameter "phases" declares by the
 * numbers of their steps ("2,1,3"): a message received in a phase counts as
 * received at the end of that phase, except for the rules of the ports. Steps
 * after the last phase are phases of their own. */
#include "base/base.h"
#include "check.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

/* Parse the end of the next phase, after `end`. Sets *text to the rest. Returns
 * 0 if the text is wrong. */
static uint64_t next_phase(const struct weft_check *check, const char **text,
                           uint64_t end)
{
    char *rest;
    errno = 0;
    unsigned long long steps = strtoull(*text, &rest, 10);
    bool digit = isdigit((unsigned char)**text);
    if (!digit || errno || !steps || (*rest && *rest != ',') ||
        __builtin_mul_overflow(steps, check->step, &steps) ||
        __builtin_add_overflow(end, steps, &end))
        return 0;
    *text = *rest && rest[1] ? rest + 1 : rest;
    return end;
}

int phases_begin(struct weft_check *check, const struct weft_trace_info *info)
{
    const char *given = weft_trace_info_get(info, "phases"), *text = given;
    uint64_t end = 0;
    if (!given)
        return 0;
    do {
        end = check->step_known ? next_phase(check, &text, end) : 0;
        if (!end) {
            check->phases = 0;
            check_find(check, 1, -1, "phases",
                       "the parameter phases does not list the steps of each "
                       "phase, as in 2,1, but is '%.100s'",
                       given);
            return 0;
        }
        if (array_grow(&check->phase_end, &check->phase_room, check->phases + 1,
                       sizeof *check->phase_end))
            return -1;
        check->phase_end[check->phases++] = end;
    } while (*text);
    return 0;
}

uint64_t phase_end(const struct weft_check *check, uint64_t time)
{
    size_t low = 0, high = check->phases;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (check->phase_end[middle] < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low < check->phases ? check->phase_end[low] : time;
}
