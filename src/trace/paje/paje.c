/* Paje: the self-describing text format of ViTE and the pajeng tools.
 * paje-file.c reads it.
 *
 * This file writes the header and the containers; states.c produces their
 * contents, and paje-lines.c writes them ordered by time, as pj_dump requires.
 *
 * There is one container for the network, and in it one for each processor
 * (two, tx and rx, in a full-duplex model); a state for its activity (send and
 * receive in 26 variants, so that messages have colours), a link for each
 * message with its dimension as the value, and a variable for the number of
 * busy links. A container shows one state at a time: of several receives in one
 * step, it shows the last; the links show all of them. Time in `compute` is the
 * time that the statistics call busy; send, receive and call are overhead; the
 * rest is idle.
 *
 * The arrow of a message that is not received ends with the trace, because
 * pj_dump rejects links without end. Memory: all lines since the oldest message
 * in flight was sent; for a trace without steps, all lines. */
#include "paje.h"
#include "paje-file.h"

#include "base/base.h"
#include "base/text/origins.h"

#include <stdio.h>
#include <stdlib.h>

static const char definitions[] =
    "%EventDef PajeDefineContainerType 0\n"
    "% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineStateType 1\n"
    "% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineLinkType 2\n"
    "% Alias string\n% Type string\n% StartContainerType string\n"
    "% EndContainerType string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineVariableType 3\n"
    "% Alias string\n% Type string\n% Name string\n% Color color\n"
    "%EndEventDef\n"
    "%EventDef PajeDefineEventType 4\n"
    "% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineEntityValue 5\n"
    "% Alias string\n% Type string\n% Name string\n% Color color\n"
    "%EndEventDef\n"
    "%EventDef PajeCreateContainer 6\n"
    "% Time date\n% Alias string\n% Type string\n% Container string\n"
    "% Name string\n%EndEventDef\n"
    "%EventDef PajeDestroyContainer 7\n"
    "% Time date\n% Name string\n% Type string\n%EndEventDef\n"
    "%EventDef PajeSetState 8\n"
    "% Time date\n% Type string\n% Container string\n% Value string\n"
    "%EndEventDef\n"
    "%EventDef PajeStartLink 9\n"
    "% Time date\n% Type string\n% Container string\n% Value string\n"
    "% StartContainer string\n% Key string\n% Size int\n% Duration int\n";
static const char definition_of_items[] = "% Items string\n";
static const char definitions_behind[] =
    "%EndEventDef\n"
    "%EventDef PajeEndLink 10\n"
    "% Time date\n% Type string\n% Container string\n% Value string\n"
    "% EndContainer string\n% Key string\n% Duration int\n%EndEventDef\n"
    "%EventDef PajeSetVariable 11\n"
    "% Time date\n% Type string\n% Container string\n% Value double\n"
    "%EndEventDef\n"
    "%EventDef PajeNewEvent 12\n"
    "% Time date\n% Type string\n% Container string\n% Value string\n"
    "%EndEventDef\n"
    "0 N 0 Network\n"
    "0 P N Processor\n"
    "1 S P Activity\n"
    "2 M N P P Message\n"
    "3 A N \"Active links\" \"0.2 0.4 0.8\"\n"
    "4 E P Mark\n"
    "4 " PAJE_OWN_PARAMETER " N Parameter\n"
    "5 i S idle \"0.95 0.95 0.95\"\n"
    "5 w S wait \"0.8 0.8 0.8\"\n"
    "5 c S compute \"0.4 0.4 0.4\"\n"
    "5 b S call \"0.9 0.8 0.3\"\n";

/* Write one of 26 hues, mixed with white: `light` is the percentage of the hue.
 * Neighbouring indices have distant hues. */
static void paje_colour(struct output *out, int index, int light)
{
    int hue = index * 7 % 26 * 1530 / 26; /* position on a colour circle of
                                             length 6 * 255 */
    int up = hue % 510 < 255 ? hue % 510 : 510 - hue % 510;
    int part[3];
    int first = (hue / 510) % 3;
    part[first] = hue % 510 < 255 ? 255 : up;
    part[(first + 1) % 3] = hue % 510 < 255 ? up : 255;
    part[(first + 2) % 3] = 0;
    out_text(out, " \"");
    for (int i = 0; i < 3; i++) {
        int value = 100 - light + part[i] * light / 255;
        out_text(out, i ? " 0." : "0.");
        out_padded(out, (uint64_t)(value > 99 ? 99 : value), 2);
    }
    out_text(out, "\"\n");
}

/* Define the states s0 to s25, named send A to send Z, and r0 to r25. The
 * values of links are not defined, because ViTE would complain about
 * definitions that it does not need. */
static void define_values(struct output *out)
{
    static const struct {
        const char *alias, *name;
        int light;
    } kinds[] = {{"5 s", " S \"send ", 95}, {"5 r", " S \"recv ", 50}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int i = 0; i < 26; i++) {
            const char letter[2] = {(char)('A' + i), '"'};
            out_text(out, kinds[k].alias);
            out_number(out, (uint64_t)i);
            out_text(out, kinds[k].name);
            out_bytes(out, letter, 2);
            paje_colour(out, i, kinds[k].light);
        }
}

/* Write the name that another program gave a processor, with a blank before it,
 * or nothing if name is NULL. A comma, which separates fields in pj_dump,
 * becomes a semicolon. */
static void paje_write_name(struct output *out, const char *name)
{
    out_text(out, name ? " " : "");
    for (size_t length; name && *name; name += length) {
        bool shown = text_take(name, &length) && *name != '"';
        const char *sign = *name == ',' ? ";" : name;
        out_bytes(out, shown ? sign : "?", shown ? length : 1);
    }
}

/* Write a parameter of the run as the name of an event value that never occurs,
 * because ViTE complains about comments. */
static void paje_write_parameter(void *arg, const char *key, const char *value)
{
    struct paje *paje = arg;
    out_text(paje->out, "5 w");
    out_number(paje->out, paje->parameters++);
    out_text(paje->out, " " PAJE_OWN_PARAMETER " \"");
    params_write_text(paje->out, key, value, '"');
    out_text(paje->out, "\" \"0.5 0.5 0.5\"\n");
}

static int create_containers(struct paje *paje,
                             const struct weft_trace_info *info)
{
    static const char *const what[] = {" tx", " rx"};
    const char **name = NULL;
    struct output *out = paje->out;
    if (params_names(info, &name))
        return -1;
    out_text(out, "6 0 n N 0 \"" PAJE_OWN_UNIT);
    out_number(out, paje->unit_ns);
    out_text(out, PAJE_OWN_STEP);
    out_number(out, info->step);
    out_text(out, "\"\n");
    params_each(info, paje_write_parameter, paje);
    params_each_call(info, paje_write_parameter, paje);
    for (size_t i = 0; i < paje->track_count; i++) {
        size_t rank = i / (size_t)paje->tracks;
        out_text(out, "6 0 p");
        out_number(out, i);
        out_text(out, " P n \"P");
        out_padded(out, rank, paje->digits);
        out_text(out, paje->tracks == 2 ? what[i % 2] : "");
        paje_write_name(out, name ? name[rank] : NULL);
        out_text(out, "\"\n");
    }
    for (size_t i = 0; i < paje->track_count; i++) {
        out_text(out, "8 0 S p");
        out_number(out, i);
        out_text(out, " i\n");
    }
    out_text(out, "11 0 A n 0\n");
    free(name);
    return 0;
}

static int trace_paje_begin(void *state, struct output *out,
                            const struct weft_trace_info *info)
{
    struct paje *paje = state;
    paje->out = out;
    paje->unit_ns = info->unit_ns ? info->unit_ns : 1;
    paje->processors = info->processors;
    paje->info.items = info->items;
    paje->limit = 1 << 16;
    struct weft_model model;
    paje->tracks =
        info_model(info, &model) && model.duplex == WEFT_DUPLEX_FULL ? 2 : 1;
    paje->digits = count_digits((uint64_t)info->processors - 1);
    if (paje->digits < 5)
        paje->digits = 5;
    paje->track_count = (size_t)info->processors * (size_t)paje->tracks;
    paje->track = calloc(paje->track_count + 1, sizeof *paje->track);
    if (!paje->track || paje_begin(paje, info))
        return -1;
    paje->links.row = paje_links;
    paje->links.arg = paje;
    out_text(out, definitions);
    out_text(out, info->items ? definition_of_items : "");
    out_text(out, definitions_behind);
    define_values(out);
    return create_containers(paje, info);
}

static int paje_events(void *state, struct output *out,
                       const struct weft_event *event, size_t count)
{
    (void)out;
    for (size_t i = 0; i < count; i++)
        if (paje_event(state, &event[i]))
            return -1;
    return 0;
}

/* Report the time that is written as 0: times in the file are seconds since the
 * first event. */
static void paje_report_origin(const struct paje *paje)
{
    const struct weft_trace_info info = {.unit_ns = paje->unit_ns};
    char text[ORIGIN_TIME_MAX];
    if (origin_time(&info, paje->origin, text))
        snprintf(paje->out->loss, sizeof paje->out->loss,
                 "time 0 of the file is %s of the trace's clock", text);
}

static int trace_paje_end(void *state, struct output *out)
{
    struct paje *paje = state;
    if (paje_end(paje))
        return -1;
    paje_report_origin(paje);
    for (size_t i = 0; i <= paje->track_count; i++) {
        out_text(out, "7 ");
        paje_time(paje, paje->now);
        out_text(out, i < paje->track_count ? " p" : " n N\n");
        if (i == paje->track_count)
            break;
        out_number(out, i);
        out_text(out, " P\n");
    }
    return 0;
}

static void paje_finish(void *state)
{
    struct paje *paje = state;
    free(paje->track);
    free(paje->line);
    change_heap_finish(&paje->changes);
    states_finish(&paje->states);
    agenda_finish(&paje->agenda);
    underway_finish(&paje->links);
    flights_finish(&paje->flights);
}

const struct weft_format trace_paje = {
    .info =
        {.name = "paje",
         .ending = ".paje",
         .summary =
             "Paje, for ViTE (which needs the extension .trace) and pj_dump",
         .reads = true,
         .writes = true},
    .also = ".trace",
    .calls = true,
    .ways = true,
    .latest_ns = INT64_MAX,
    .state = sizeof(struct paje),
    .begin = trace_paje_begin,
    .events = paje_events,
    .end = trace_paje_end,
    .finish = paje_finish,
    .recognise = paje_recognise,
    .read = paje_read,
};
