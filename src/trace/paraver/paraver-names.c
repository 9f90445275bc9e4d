/* The names in a Paraver trace. NAME.pcf has the names of states and of types
 * and values of events; NAME.row has those of threads. */
#include "paraver.h"

#include "base/base.h"
#include "base/text/origins.h"
#include "base/text/who.h"
#include "trace/scan.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#define PARAVER_NAMES_NAME_BYTES 64

/* ---- states -------------------------------------------------------------- */

static const uint8_t paraver_names_usual[] = {
    [0] = PARAVER_IDLE,  [1] = PARAVER_BUSY,  [2] = PARAVER_IDLE,
    [3] = PARAVER_WAIT,  [4] = PARAVER_CALL,  [5] = PARAVER_CALL,
    [6] = PARAVER_CALL,  [7] = PARAVER_CALL,  [8] = PARAVER_WAIT,
    [9] = PARAVER_WAIT,  [10] = PARAVER_CALL, [11] = PARAVER_CALL,
    [12] = PARAVER_CALL, [13] = PARAVER_CALL, [14] = PARAVER_IDLE,
};

enum paraver_meaning paraver_meaning_of(const struct paraver_reader *reader,
                                        uint64_t state)
{
    return state < PARAVER_STATES ? reader->meaning[state] : PARAVER_CALL;
}

static void names_state(struct paraver_reader *reader, uint64_t state,
                        const char *name)
{
    static const struct {
        const char *part;
        enum paraver_meaning meaning;
    } parts[] = {
        {"idle", PARAVER_IDLE},     {"not created", PARAVER_IDLE},
        {"disabled", PARAVER_IDLE}, {"not tracing", PARAVER_IDLE},
        {"stopped", PARAVER_IDLE},  {"running", PARAVER_BUSY},
        {"comput", PARAVER_BUSY},   {"execut", PARAVER_BUSY},
        {"wait", PARAVER_WAIT},     {"blocked", PARAVER_WAIT},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (state < PARAVER_STATES && strcasestr(name, parts[i].part)) {
            reader->meaning[state] = (uint8_t)parts[i].meaning;
            return;
        }
}

/* ---- tasks --------------------------------------------------------------- */

#define TYPES_MAX 64 /* maximum number of types of one list of values */

static int names_value(struct paraver_reader *reader, uint64_t type,
                       uint64_t value, const char *name)
{
    char key[50], cut[TASK_NAME_BYTES];
    snprintf(key, sizeof key, "%" PRIu64 ":%" PRIu64, type, value);
    text_cut(cut, sizeof cut, name);
    int64_t number = texts_number(&reader->values, key);
    int64_t label = texts_number(&reader->labels, cut);
    if (number < 0 || label < 0 ||
        array_grow(&reader->label, &reader->label_capacity,
                   reader->values.count, sizeof *reader->label))
        return -1;
    reader->label[number] = (int32_t)label;
    return 0;
}

int32_t paraver_task(struct paraver_reader *reader, const char *what,
                     uint64_t type, uint64_t value)
{
    char key[50], name[80];
    snprintf(key, sizeof key, "%" PRIu64 ":%" PRIu64, type, value);
    size_t known = reader->values.count;
    int64_t number = texts_number(&reader->values, key);
    if (number < 0)
        return -1;
    /* the number is new, and no file contains its name */
    if ((size_t)number == known) {
        snprintf(name, sizeof name, "%s %s", what, key);
        if (names_value(reader, type, value, name))
            return -1;
    }
    return (int32_t)texts_number(&reader->names,
                                 reader->labels.text[reader->label[number]]);
}

/* Add a name. Names above the maximum number of parameters of a trace are only
 * counted. */
static int paraver_names_names_add(struct paraver_reader *reader,
                                   const char *key, size_t number,
                                   const char *text)
{
    char cut[TASK_NAME_BYTES];
    text_cut(cut, sizeof cut, text);
    enum weft_error_kind wrong =
        params_add_name(&reader->params, key, number, cut, reader->names.count);
    reader->skipped[PARAVER_NAMES] += wrong == WEFT_ERROR_FORMAT;
    return wrong == WEFT_ERROR_MEMORY ? -1 : 0;
}

int paraver_name_tasks(struct paraver_reader *reader)
{
    for (size_t i = 0; i < reader->names.count; i++)
        if (paraver_names_names_add(reader, "task.", i, reader->names.text[i]))
            return -1;
    return 0;
}

/* ---- files beside the trace ---------------------------------------------- */

/* Open the file beside the trace with another extension: "run.pcf" for
 * "run.prv" and "run.prv.gz". Return NULL if there is none. */
static struct input *names_open(const struct paraver_reader *reader,
                                const char *ending)
{
    const char *path = in_path(reader->in);
    char beside[PATH_MAX];
    struct weft_error ignored;
    size_t length = path ? strlen(path) : 0;
    if (length > 3 && !strcmp(path + length - 3, ".gz"))
        length -= 3;
    if (length <= 4 || strncmp(path + length - 4, ".prv", 4) != 0 ||
        length >= sizeof beside)
        return NULL;
    snprintf(beside, sizeof beside, "%.*s%s", (int)length - 4, path, ending);
    return in_open(beside, in_trusted(reader->in), &ignored);
}

/* The section of a .pcf file that a line belongs to. */
struct pcf {
    enum { PCF_OTHER, PCF_STATES, PCF_TYPES, PCF_VALUES } part;
    uint64_t type[TYPES_MAX]; /* [types] */
    size_t types;
};

/* Return whether this line begins a section, and update pcf->part. */
static bool pcf_begins(struct pcf *pcf, const char *line)
{
    static const struct {
        const char *word;
        int part;
    } words[] = {{"STATES", PCF_STATES},
                 {"EVENT_TYPE", PCF_TYPES},
                 {"VALUES", PCF_VALUES}};
    size_t length = strcspn(line, " \t\r");
    bool begins = *line < '0' || *line > '9';
    if (begins && !(pcf->part == PCF_TYPES && !length))
        pcf->part = PCF_OTHER;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (length == strlen(words[i].word) &&
            !strncmp(line, words[i].word, length))
            pcf->part = words[i].part;
    if (begins && pcf->part == PCF_TYPES && length)
        pcf->types = 0;
    return begins;
}

/* Parse a line with numbers and a name. Return 0, or -1 if out of memory. */
static int pcf_line(struct paraver_reader *reader, struct pcf *pcf, char *line)
{
    uint64_t number, type;
    line[strcspn(line, "\r")] = '\0';
    line += strspn(line, " \t");
    if (pcf_begins(pcf, line))
        return 0;
    const char *name = scan_long(line, &number);
    name = name ? scan_blanks(name) : "";
    if (pcf->part == PCF_STATES)
        names_state(reader, number, name);
    if (pcf->part == PCF_TYPES && scan_long(name, &type) &&
        pcf->types < TYPES_MAX)
        pcf->type[pcf->types++] = type;
    for (size_t i = 0; i < pcf->types && pcf->part == PCF_VALUES; i++)
        if (*name && names_value(reader, pcf->type[i], number, name))
            return -1;
    return 0;
}

int paraver_name_values(struct paraver_reader *reader)
{
    for (size_t i = 0; i < PARAVER_STATES; i++)
        reader->meaning[i] = i < sizeof paraver_names_usual
                                 ? paraver_names_usual[i]
                                 : (uint8_t)PARAVER_CALL;
    struct input *in = names_open(reader, ".pcf");
    struct pcf pcf = {0};
    size_t length;
    int status = 0;
    for (char *line; in && !status && (line = in_line(in, &length));)
        status = pcf_line(reader, &pcf, line);
    if (in)
        in_close(in);
    return status;
}

/* Without a .row file, name the threads as Extrae does. */
static int names_count(struct paraver_reader *reader)
{
    for (size_t a = 0; a < reader->applications; a++)
        for (uint32_t t = reader->application[a];
             t < reader->application[a + 1]; t++)
            for (uint32_t i = reader->task[t]; i < reader->task[t + 1]; i++) {
                char name[PARAVER_NAMES_NAME_BYTES];
                snprintf(name, sizeof name, "THREAD %zu.%u.%u", a + 1,
                         t - reader->application[a] + 1,
                         i - reader->task[t] + 1);
                if (paraver_names_names_add(reader, WHO_KEY, i, name))
                    return -1;
            }
    return 0;
}

int paraver_name_threads(struct paraver_reader *reader)
{
    static const char head[] = "LEVEL THREAD SIZE ";
    uint64_t processors = (uint64_t)reader->params.info.processors;
    struct input *in = names_open(reader, ".row");
    size_t length;
    uint64_t count = 0;
    int status = 0;
    if (params_add(&reader->params, ORIGIN_KEY, "paraver") == WEFT_ERROR_MEMORY)
        status = -1;
    char *line = NULL;
    while (in && (line = in_line(in, &length)) &&
           strncmp(line, head, sizeof head - 1) != 0)
        ;
    if (line &&
        (!scan_long(line + sizeof head - 1, &count) || count != processors))
        count = 0;
    for (uint64_t i = 0; i < count && !status && (line = in_line(in, &length));
         i++) {
        line[strcspn(line, "\r")] = '\0';
        status = paraver_names_names_add(reader, WHO_KEY, (size_t)i, line);
    }
    if (in)
        in_close(in);
    return status || count ? status : names_count(reader);
}
