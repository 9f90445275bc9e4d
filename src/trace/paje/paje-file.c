/* Reads paje files: a header, which defines the kinds of records, and records,
 * one per line.
 *
 * paje-header.c reads the header. paje-records.c collects states and links,
 * using paje-names.c; they are kept until the end of the file, because a state
 * ends only when the next one begins. paje-bind.c then determines in which
 * states links begin and end, and paje-events.c makes the events. */
#include "paje-file.h"

#include "base/base.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NS_PER_SECOND 1000000000

/* Scan nine digits after the decimal point, and round by the tenth. Return the
 * position after all digits. */
static const char *file_fraction(const char *at, int64_t *ns)
{
    for (int64_t unit = NS_PER_SECOND / 10; *at >= '0' && *at <= '9'; at++) {
        *ns += unit ? (*at - '0') * unit : 0;
        if (!unit && *at >= '5')
            ++*ns;
        if (!unit)
            return at + strspn(at, "0123456789");
        unit /= 10;
    }
    return at;
}

/* Convert decimal seconds to time units. Return false if the text is not a
 * time, or out of range. */
static bool file_time(struct paje_reader *reader, const char *text,
                      int64_t *time)
{
    int64_t ns = 0;
    char *rest;
    bool minus = *text == '-';
    const char *at = text + minus;
    errno = 0;
    unsigned long long seconds =
        *at >= '0' && *at <= '9' ? strtoull(at, &rest, 10) : 0;
    bool whole = *at >= '0' && *at <= '9';
    if (!whole && *at != '.')
        return false;
    at = whole ? rest : at;
    if (*at == '.')
        at = file_fraction(at + 1, &ns);
    if (*at) { /* the rest can only be an exponent */
        double value = strtod(text + minus, &rest) * NS_PER_SECOND;
        if (*rest || !(value < 9.2e18))
            return false;
        ns = (int64_t)llround(value);
    } else if (errno || seconds > 9223372035) {
        return false;
    } else {
        ns += (int64_t)seconds * NS_PER_SECOND;
    }
    *time = (minus ? -ns : ns) / reader->unit_ns;
    return !(ns % reader->unit_ns);
}

/* Return the next field: a word, or any text in quotes; NULL if there is
 * none. */
static char *file_word(char **rest)
{
    char *at = *rest + strspn(*rest, " \t\r");
    if (!*at)
        return NULL;
    bool quoted = *at == '"';
    at += quoted;
    size_t length = strcspn(at, quoted ? "\"" : " \t\r");
    *rest = at + length + (at[length] != '\0');
    at[length] = '\0';
    return at;
}

static const char *file_fields(struct paje_reader *reader,
                               const struct paje_definition *definition,
                               char *rest)
{
    const struct paje_record *record = definition->record;
    uint32_t found = 0;
    char *word;
    memset(reader->field, 0, sizeof reader->field);
    for (size_t i = 0; i < definition->fields && (word = file_word(&rest));
         i++) {
        reader->field[definition->field[i]] = word;
        found |= 1u << definition->field[i];
    }
    if (record->needs & ~found)
        return "a record lacks a field that its event needs";
    if (!(record->needs & 1u << FIELD_TIME))
        return NULL;
    if (!file_time(reader, reader->field[FIELD_TIME], &reader->time))
        return "the time is not a number of seconds, or out of range";
    if (reader->time < reader->lowest)
        reader->lowest = reader->time;
    if (reader->time > reader->highest)
        reader->highest = reader->time;
    return NULL;
}

static const char *file_record(struct paje_reader *reader, char *line)
{
    const char *id = file_word(&line);
    const struct paje_definition *definition =
        paje_find(reader, (char *)(id ? id : ""));
    if (!definition)
        return "no %EventDef defines this number";
    if (!definition->record) {
        reader->skipped[SKIPPED_OTHERS]++;
        reader->records++;
        return NULL;
    }
    const char *wrong = file_fields(reader, definition, line);
    return wrong ? wrong : definition->record->take(reader);
}

static int file_lines(struct paje_reader *reader)
{
    char *line;
    size_t length;
    while ((line = in_line(reader->in, &length))) {
        line += strspn(line, " \t\r");
        if (!*line || *line == '#')
            continue;
        const char *wrong = *line == '%' ? paje_header(reader, line)
                                         : file_record(reader, line);
        if (reader->starved)
            return -1;
        if (!wrong)
            continue;
        weft_error_set(reader->err, WEFT_ERROR_FORMAT,
                       in_line_number(reader->in), "%s", wrong);
        wrong_add(&reader->wrong, reader->err);
    }
    return in_failed(reader->in, reader->err) ? -1 : 0;
}

static void file_report(struct paje_reader *reader)
{
    static const char *const words[SKIPPED] = {
        [SKIPPED_VARIABLES] = "value| of variables",
        [SKIPPED_EVENTS] = "event",
        [SKIPPED_OTHERS] = "other record",
        [SKIPPED_TOPOLOGY] = "link| of the topology",
        [SKIPPED_POPS] = "end| of no state",
        [SKIPPED_LINKS] = "link| with one end",
        [SKIPPED_INNER] = "link| within a container",
        [SKIPPED_NAMES] = "name",
    };
    report_wrong(reader->report, &reader->wrong, "malformed record");
    for (int i = 0; i < SKIPPED; i++)
        report_skipped(reader->report, reader->skipped[i], words[i]);
}

static int file_all(struct paje_reader *reader, const struct weft_sink *sink)
{
    /* the root container always exists */
    reader->field[FIELD_ALIAS] = "0";
    paje_create(reader);
    if (reader->starved)
        return -1;
    reader->container[0].parent = PAJE_NONE;
    reader->records = 0;
    if (file_lines(reader))
        return -1;
    if (!reader->records && reader->wrong.count) {
        *reader->err = reader->wrong.first;
        return -1;
    }
    if (!reader->records)
        return weft_error_set(reader->err, WEFT_ERROR_FORMAT, 0,
                              "the file has a header but no records");
    return paje_make(reader, sink);
}

int paje_read(struct input *in, const struct weft_sink *sink,
              struct weft_read_report *report, struct weft_error *err)
{
    struct paje_reader reader = {.in = in,
                                 .report = report,
                                 .err = err,
                                 .unit_ns = 1,
                                 .highest = INT64_MIN};
    params_init(&reader.params);
    reader.params.keeps_calls = true;
    reader.params.info.unit_ns = 1;
    reader.params.info.step = 0;
    int status = file_all(&reader, sink);
    file_report(&reader);
    params_finish(&reader.params);
    texts_finish(&reader.ids);
    texts_finish(&reader.references);
    texts_finish(&reader.values);
    texts_finish(&reader.names);
    free(reader.definition);
    free(reader.target);
    free(reader.key);
    free(reader.meaning);
    free(reader.container);
    free(reader.stack);
    free(reader.slice);
    free(reader.link);
    free(reader.mark);
    return status;
}

/* Recognise a file after any comments at its beginning. */
bool paje_recognise(const char *head, size_t length)
{
    static const char word[] = "%EventDef";
    while (length && strchr("#\n\r \t", *head)) {
        const char *end = memchr(head, '\n', length);
        if (!end)
            return false;
        length -= (size_t)(end + 1 - head);
        head = end + 1;
    }
    return length >= sizeof word && !memcmp(head, word, sizeof word - 1);
}
