/* Counts the parts of a foreign Chrome file that weft omits, including
 * malformed events. A malformed event does not affect others. */
#include "chrome-file.h"

void chrome_wrong(struct chrome_reader *reader, enum chrome_wrong kind)
{
    wrong_add(&reader->foreign.wrong[kind], reader->json.err);
}

int chrome_recover(struct chrome_reader *reader, int depth)
{
    struct json_reader *json = &reader->json;
    if (json->err->kind != WEFT_ERROR_FORMAT || in_failed(json->in, NULL))
        return -1;
    bool within = json->depth > depth;
    bool end = json_at_end(json), between = end && !within;
    bool more = !end && json_recover(json, depth);
    if (!reader->foreign.lines && !more)
        return -1; /* nothing shows that the file is a trace */
    if (within)
        json->err->line = reader->line.line;
    json->token = more ? JSON_CLOSE : JSON_END;
    if (between)
        *json->err = (struct weft_error){.text = ""};
    else if (end)
        chrome_wrong(reader, CHROME_CUT);
    else
        chrome_wrong(reader, more ? CHROME_SYNTAX : CHROME_REST);
    return 0;
}

int chrome_forgive(struct chrome_reader *reader)
{
    struct json_reader *json = &reader->json;
    if (reader->known || !reader->foreign.lines || in_failed(json->in, NULL) ||
        json->err->kind != WEFT_ERROR_FORMAT)
        return -1;
    if (json_at_end(json))
        *json->err = (struct weft_error){.text = ""};
    else
        chrome_wrong(reader, CHROME_REST);
    return 0;
}

bool chrome_is_none(struct chrome_reader *reader)
{
    struct chrome_foreign *foreign = &reader->foreign;
    for (int i = 0; i < CHROME_WRONG && !foreign->lines; i++)
        if (foreign->wrong[i].count) {
            *reader->json.err = foreign->wrong[i].first;
            return true;
        }
    return false;
}

uint64_t chrome_shift(struct chrome_foreign *foreign)
{
    uint64_t zero = CHROME_ZERO;
    if (foreign->lowest && foreign->lowest < zero)
        zero = foreign->lowest;
    for (size_t i = 0; i < foreign->slices; i++) {
        struct chrome_slice *slice = &foreign->slice[i];
        slice->start -= zero;
        if (slice->end != UINT64_MAX)
            slice->end -= zero;
    }
    foreign->latest -= zero;
    for (size_t i = 0; i < foreign->ends; i++)
        foreign->end[i].time -= zero;
    for (size_t i = 0; i < foreign->points; i++)
        foreign->point[i].time -= zero;
    return CHROME_ZERO - zero;
}

void chrome_report(struct chrome_reader *reader)
{
    static const char *const words[CHROME_SKIPPED] = {
        [CHROME_INSTANTS] = "instant",
        [CHROME_COUNTERS] = "counter",
        [CHROME_ASYNC] = "instant| of async slices",
        [CHROME_NAMES] = "name",
        [CHROME_OTHERS] = "other event",
        [CHROME_UNCLOSED] = "slice| without duration",
        [CHROME_ENDLESS] = "async slice| without end",
        [CHROME_LOOSE] = "unpaired end| of arrows",
        [CHROME_INNER] = "arrow| within a thread",
    };
    static const char *const wrong[CHROME_WRONG] = {
        [CHROME_TIMELESS] = "event| without a valid time",
        [CHROME_DURATION] = "slice| without a valid duration",
        [CHROME_NO_OBJECT] = "value| in place of an event",
        [CHROME_SYNTAX] = "malformed event",
        [CHROME_CUT] = "event| cut off by the end of the file",
        [CHROME_REST] = "rest| of the file after an error",
    };
    struct chrome_foreign *foreign = &reader->foreign;
    for (int i = 0; i < CHROME_WRONG; i++)
        report_wrong(reader->report, &foreign->wrong[i], wrong[i]);
    for (int i = 0; i < CHROME_SKIPPED; i++)
        report_skipped(reader->report, foreign->skipped[i], words[i]);
    report_completed(reader->report, foreign->open,
                     "slice| without end: drawn to the end of the trace");
    report_malformed(reader->report, foreign->inner, foreign->first_inner,
                     "slice| without end: ended with the enclosing slice");
}
