/* Reports the use of ports and links in a run that shares them. */
#include "common/shared-outcome.h"

#include "common/command.h"
#include "common/terminal.h"

#include <stdlib.h>
#include <string.h>

const char *ticks_text(uint64_t ticks, char text[TICKS_TEXT])
{
    int length = snprintf(text, TICKS_TEXT, "%" PRIu64 ".%06" PRIu64,
                          ticks / WEFT_TICKS, ticks % WEFT_TICKS);
    while (text[length - 1] == '0')
        text[--length] = '\0';
    if (text[length - 1] == '.')
        text[--length] = '\0';
    return text;
}

/* ---- lines ----------------------------------------------------------------
 */

static void print_delays(FILE *out, const char *label, uint64_t count,
                         uint64_t all, const char *what, uint64_t sum,
                         uint64_t most)
{
    char text[2][TICKS_TEXT];
    print_plainly(out,
                  "  %-12s %" PRIu64 " of %" PRIu64 " transfers %s, %s in all, "
                  "%s at most\n",
                  label, count, all, what, ticks_text(sum, text[0]),
                  ticks_text(most, text[1]));
}

static void print_arc(FILE *out, const char *label,
                      const struct weft_busy_arc *arc)
{
    print_plainly(out,
                  "  %-13s %d -> %d: %" PRIu64 " word%s, %.1f %% of the time "
                  "carrying, %.1f %% full, at most %" PRIu64 " at once\n",
                  label, arc->from, arc->to, arc->words, plural(arc->words),
                  100 * arc->carrying, 100 * arc->full, arc->most);
}

void shared_print(const struct weft_result *r, FILE *out)
{
    const struct weft_shared *s = &r->outcome.shared;
    if (!r->sharing)
        return;
    print_delays(out, "ports", s->waited, s->transfers, "waited", s->waited_sum,
                 s->waited_most);
    print_delays(out, "links", s->slowed, s->transfers, "were slowed",
                 s->slowed_sum, s->slowed_most);
    for (int i = 0; i < s->busiest; i++)
        print_arc(out, i ? "" : "busiest links", &s->arc[i]);
    if (!s->busiest && s->transfers)
        print_plainly(out,
                      "  %-12s none carried data: messages have no words, "
                      "or words take no time\n",
                      "");
    if (s->ignores_costs)
        print_plainly(out, "  %-12s LogGP ignores the costs of links\n", "");
}

/* ---- members --------------------------------------------------------------
 */

static void member_ticks(struct json *json, const char *key, uint64_t ticks)
{
    char text[TICKS_TEXT];
    json_decimal(json, key, ticks_text(ticks, text));
}

static void member_delays(struct json *json, const char *key, const char *what,
                          uint64_t count, uint64_t sum, uint64_t most)
{
    json_open(json, key, '{');
    json_number(json, what, count);
    member_ticks(json, "sum", sum);
    member_ticks(json, "most", most);
    json_close(json, '}');
}

static void member_arc(struct json *json, const struct weft_busy_arc *arc)
{
    json_open(json, NULL, '{');
    json_number(json, "from", (uint64_t)arc->from);
    json_number(json, "to", (uint64_t)arc->to);
    json_number(json, "words", arc->words);
    json_real(json, "carrying", arc->carrying);
    json_real(json, "full", arc->full);
    json_number(json, "most", arc->most);
    json_close(json, '}');
}

void shared_members(const struct weft_result *r, struct json *json)
{
    const struct weft_shared *s = &r->outcome.shared;
    json_text(json, "sharing", weft_sharing_names[r->sharing]);
    json_text(json, "rounds", weft_rounds_names[r->rounds_as]);
    json_number(json, "ticks", WEFT_TICKS);
    member_ticks(json, "time", r->time_ticks);
    json_number(json, "time_ticks", r->time_ticks);
    member_delays(json, "ports", "waited", s->waited, s->waited_sum,
                  s->waited_most);
    member_delays(json, "links", "slowed", s->slowed, s->slowed_sum,
                  s->slowed_most);
    json_open(json, "busiest_links", '[');
    for (int i = 0; i < s->busiest; i++)
        member_arc(json, &s->arc[i]);
    json_close(json, ']');
    json_number(json, "recomputations", s->recomputations);
    json_number(json, "looks", s->looks);
}
