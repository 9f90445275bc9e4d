/* Stores and writes the lines of a paje trace. A line is kept until all earlier
 * lines are known: the actions of a processor are known only when the messages
 * on their way to it have been taken, and in a trace without steps only at its
 * end. */
#include "paje-file.h"
#include "paje.h"

#include "base/base.h"

#include <string.h>

/* Write a time in seconds. */
void paje_time(struct paje *paje, uint64_t units)
{
    uint64_t after = units > paje->origin ? units - paje->origin : 0;
    uint64_t ns = after * paje->unit_ns;
    uint64_t fraction = ns % 1000000000;
    int digits = 9;
    out_number(paje->out, ns / 1000000000);
    if (!fraction)
        return;
    for (; fraction % 10 == 0; fraction /= 10)
        digits--;
    out_text(paje->out, ".");
    out_padded(paje->out, fraction, digits);
}

static void paje_lines_begin(struct paje *paje, const char *event,
                             uint64_t time, const char *type)
{
    out_text(paje->out, event);
    paje_time(paje, time);
    out_text(paje->out, type);
}

static void paje_lines_number(struct paje *paje, const char *text,
                              uint64_t number)
{
    out_text(paje->out, text);
    out_number(paje->out, number);
}

/* ---- writing ------------------------------------------------------------- */

/* Write one end of a link. Its value is the dimension, and its key ends with
 * the message number. The duration of the transfer is a field of its own,
 * because a container shows only one of several overlapping transfers. */
static void write_link(struct paje *paje, const struct paje_line *line)
{
    paje_lines_begin(paje, line->kind == PAJE_LEAVES ? "9 " : "10 ", line->time,
                     " M n ");
    if (line->dimension >= 0)
        paje_lines_number(paje, "dim", (uint64_t)line->dimension);
    else
        out_text(paje->out, "routed");
    paje_lines_number(paje, " p", line->track);
    paje_lines_number(paje, " k", line->number);
    if (line->message >= 0)
        paje_lines_number(paje, "m", (uint64_t)line->message);
    if (line->kind == PAJE_LEAVES)
        paje_lines_number(paje, " ", line->bytes);
    out_text(paje->out, " ");
    out_signed(paje->out, line->duration);
    if (line->kind == PAJE_LEAVES && paje->info.items) {
        const struct weft_event event = {.items = line->items};
        const char *items = weft_event_items(&paje->info, &event);
        bool quoted = items && strchr(items, ' '); /* a way */
        out_text(paje->out, quoted ? " \"" : " ");
        out_text(paje->out, items ? items : PAJE_ONE_ITEM);
        out_text(paje->out, quoted ? "\"" : "");
    }
}

static void write_links(struct paje *paje, const struct paje_line *line)
{
    paje_lines_begin(paje, "11 ", line->time, " A n ");
    paje_lines_number(paje, "", line->number);
}

static void write_mark(struct paje *paje, const struct paje_line *line)
{
    paje_lines_begin(paje, "12 ", line->time, " E p");
    paje_lines_number(paje, "", line->track);
    out_text(paje->out, line->kind == PAJE_STORE ? " \"store" : " \"mark");
    if (line->number)
        paje_lines_number(paje, " ", line->number - 1);
    out_text(paje->out, "\"");
}

static void paje_lines_write_line(struct paje *paje,
                                  const struct paje_line *line)
{
    static void (*const writers[])(struct paje *, const struct paje_line *) = {
        [PAJE_LEAVES] = write_link, [PAJE_ARRIVES] = write_link,
        [PAJE_LINKS] = write_links, [PAJE_STORE] = write_mark,
        [PAJE_MARK] = write_mark,
    };
    writers[line->kind](paje, line);
    out_text(paje->out, "\n");
}

static void write_change(struct paje *paje, const struct paje_change *change)
{
    static const char *const words[] = {" i", " w", " c", " b"};
    struct paje_track *track = &paje->track[change->track];
    uint8_t state = change->state == PAJE_OPEN ? paje->open : change->state;
    if (state == track->shown)
        return;
    track->shown = state;
    paje_lines_begin(paje, "8 ", change->time, " S p");
    paje_lines_number(paje, "", change->track);
    if (state < PAJE_SEND)
        out_text(paje->out, words[state]);
    else if (state < PAJE_RECEIVE)
        paje_lines_number(paje, " s", (uint64_t)(state - PAJE_SEND));
    else
        paje_lines_number(paje, " r", (uint64_t)(state - PAJE_RECEIVE));
    out_text(paje->out, "\n");
}

/* ---- waiting ------------------------------------------------------------- */

int paje_add(struct paje *paje, const struct paje_line *line)
{
    if (array_grow(&paje->line, &paje->capacity, paje->lines + 1,
                   sizeof *paje->line))
        return -1;
    paje->line[paje->lines++] = *line;
    return 0;
}

size_t paje_waiting(const struct paje *paje)
{
    return paje->lines + paje->changes.count;
}

void paje_write(struct paje *paje, uint64_t time)
{
    size_t written = 0;
    for (;;) {
        const struct paje_line *line = paje->line ? &paje->line[written] : NULL;
        const struct paje_change *change = change_heap_first(&paje->changes);
        bool lines = written < paje->lines && line->time < time;
        bool changes = change && change->time < time;
        if (lines && (!changes || line->time <= change->time)) {
            paje_lines_write_line(paje, line);
            written++;
        } else if (changes) {
            const struct paje_change first = change_heap_take(&paje->changes);
            write_change(paje, &first);
        } else {
            break;
        }
    }
    paje->lines -= written;
    if (written && paje->lines)
        memmove(paje->line, paje->line + written,
                paje->lines * sizeof *paje->line);
}
