/* Read a story: a JSON array of captions, which the page shows at their times.
 * The address of the page takes it in a form without errors. */
#include "page.h"

#include "base/base.h"
#include "trace/chrome/json-reader.h"
#include "trace/io/out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STORY_CAPTIONS_MAX 200
#define STORY_CHARACTERS_MAX 600

enum story_field {
    STORY_AT,
    STORY_UNTIL,
    STORY_TEXT,
    STORY_SHOW,
    STORY_RING,
    STORY_LINK,
    STORY_WAIT,
    STORY_FIELDS
};
static const char *const story_fields[] = {
    [STORY_AT] = "at",     [STORY_UNTIL] = "until",
    [STORY_TEXT] = "text", [STORY_SHOW] = "show",
    [STORY_RING] = "ring", [STORY_LINK] = "link",
    [STORY_WAIT] = "wait", NULL};

struct story {
    const struct weft_page *page;
    struct json_reader json;
    struct output out; /* the captions, as the page reads them */
    unsigned seen;     /* bits of the fields of the caption */
    double at, until;  /* times of the caption */
};

/* ---- values -------------------------------------------------------------- */

/* Report an error whose text is complete, in the line of the last token. */
static int story_fail_with(struct story *story, const struct weft_error *err)
{
    return weft_error_set(story->json.err, WEFT_ERROR_FORMAT, story->json.line,
                          "%s", err->text);
}

/* Check that the last token is of a kind. */
static int story_expect(struct story *story, enum json_token token,
                        const char *what, const char *wanted)
{
    if (story->json.token == JSON_ERROR)
        return -1;
    if (story->json.token != token)
        return json_fail(&story->json, "\"%s\" must be %s", what, wanted);
    return 0;
}

static int story_next(struct story *story, enum json_token token,
                      const char *what, const char *wanted)
{
    json_next(&story->json);
    return story_expect(story, token, what, wanted);
}

/* Return the end of a run in the time unit of the page: in steps if all runs
 * have steps. */
static double story_end(const struct page_run *run, bool steps)
{
    const struct weft_trace_info *info = &run->params.info;
    double length = (double)(run->end - run->origin);
    if (steps)
        return length / (double)info->step;
    return length * (double)(info->unit_ns ? info->unit_ns : 1);
}

/* Check that a time lies within the longest run. */
static int story_check_time(struct story *story, double time)
{
    const struct weft_page *page = story->page;
    bool steps = true;
    double end = 0;
    for (size_t i = 0; i < page->runs; i++)
        steps = steps && page->run[i]->params.info.step > 0;
    for (size_t i = 0; i < page->runs; i++)
        end = fmax(end, story_end(page->run[i], steps));
    if (time <= end)
        return 0;
    return json_fail(&story->json,
                     "\"at\": %s is after the end of the runs, %.15g%s",
                     story->json.text, end, steps ? " steps" : "");
}

static int story_time(struct story *story, const char *what, double *time)
{
    static const char wanted[] = "a time: a number from 0 on";
    if (story_next(story, JSON_NUMBER, what, wanted))
        return -1;
    *time = strtod(story->json.text, NULL);
    if (!(*time >= 0) || !isfinite(*time))
        return json_fail(&story->json, "\"%s\" must be %s", what, wanted);
    out_text(&story->out, story->json.text);
    return 0;
}

static int story_at(struct story *story)
{
    return story_time(story, "at", &story->at) ||
                   story_check_time(story, story->at)
               ? -1
               : 0;
}

static int story_until(struct story *story)
{
    return story_time(story, "until", &story->until);
}

static int story_text(struct story *story)
{
    if (story_next(story, JSON_STRING, "text", "a string"))
        return -1;
    size_t characters = 0;
    for (const char *c = story->json.text; *c; c++)
        characters += ((unsigned char)*c & 0xC0) != 0x80;
    if (characters > STORY_CHARACTERS_MAX)
        return json_fail(&story->json,
                         "a caption of %zu characters; at most %d are allowed",
                         characters, STORY_CHARACTERS_MAX);
    page_long_text(&story->out, story->json.text);
    return 0;
}

static int story_wait(struct story *story)
{
    if (story_next(story, JSON_WORD, "wait", "true or false"))
        return -1;
    if (strcmp(story->json.text, "true") && strcmp(story->json.text, "false"))
        return json_fail(&story->json, "\"wait\" must be true or false");
    out_text(&story->out, story->json.text);
    return 0;
}

/* ---- checks of captions -------------------------------------------------- */

/* Check a key and its value, the last token, as a word of an address. */
static int story_check_word(struct story *story, const char *key)
{
    char *word = NULL;
    struct weft_error err;
    bool value =
        story->json.token == JSON_STRING || story->json.token == JSON_NUMBER;
    if (story->json.token == JSON_ERROR)
        return -1;
    if (!value || !strcmp(key, "story"))
        return json_fail(&story->json, "\"%.40s\" cannot be in \"show\"%s", key,
                         value ? "" : " without a string or a number");
    if (asprintf(&word, "%s=%s", key, story->json.text) < 0) {
        story->json.no_memory = true;
        return -1;
    }
    int status = page_word_check(word, &err);
    free(word);
    return status ? story_fail_with(story, &err) : 0;
}

static int story_show(struct story *story)
{
    struct json_reader *json = &story->json;
    if (story_next(story, JSON_OBJECT, "show", "an object"))
        return -1;
    out_text(&story->out, "{");
    for (bool any = false; json_next(json) == JSON_KEY; any = true) {
        char key[64] = "";
        strncat(key, json->text, sizeof key - 1);
        out_text(&story->out, any ? "," : "");
        page_long_text(&story->out, key);
        out_text(&story->out, ":");
        json_next(json);
        if (story_check_word(story, key))
            return -1;
        page_long_text(&story->out, json->text);
    }
    out_text(&story->out, "}");
    return json->token == JSON_CLOSE ? 0 : -1;
}

/* ---- places -------------------------------------------------------------- */

static int64_t story_first(const struct page_run *run)
{
    const char *first =
        weft_trace_info_get(&run->params.info, "first-processor");
    return first ? strtoll(first, NULL, 10) : 0;
}

static bool story_has_processor(const struct page_run *run, int64_t number)
{
    int64_t rank = number - story_first(run);
    return rank >= 0 && rank < run->params.info.processors;
}

/* Has the run a link between two vertices? Without a network, between any two
 * processors. */
static bool story_has_link(const struct page_run *run, const int64_t end[2])
{
    const struct weft_network *network = run->network;
    if (!network)
        return story_has_processor(run, end[0]) &&
               story_has_processor(run, end[1]);
    int64_t vertices = weft_network_vertices(network);
    if (end[0] >= vertices || end[1] >= vertices)
        return false;
    int a = (int)end[0], b = (int)end[1];
    return weft_network_port(network, a, b) >= 0 ||
           weft_network_port(network, b, a) >= 0;
}

/* Read the last token as the number of a vertex. */
static int story_number(struct story *story, const char *what, int64_t *number)
{
    static const char wanted[] = "a list of numbers of processors";
    char *end;
    if (story_expect(story, JSON_NUMBER, what, wanted))
        return -1;
    *number = strtoll(story->json.text, &end, 10);
    if (*end || *number < 0 || *number > INT32_MAX)
        return json_fail(&story->json, "\"%s\": %s is not a processor", what,
                         story->json.text);
    out_number(&story->out, (uint64_t)*number);
    return 0;
}

static int story_ring(struct story *story)
{
    struct json_reader *json = &story->json;
    if (story_next(story, JSON_ARRAY, "ring", "a list of processors"))
        return -1;
    out_text(&story->out, "[");
    for (bool any = false; json_next(json) != JSON_CLOSE; any = true) {
        int64_t number;
        bool has = false;
        out_text(&story->out, any ? "," : "");
        if (story_number(story, "ring", &number))
            return -1;
        for (size_t i = 0; i < story->page->runs; i++)
            has = has || story_has_processor(story->page->run[i], number);
        if (!has)
            return json_fail(json, "\"ring\": no run has a processor %s",
                             json->text);
    }
    out_text(&story->out, "]");
    return 0;
}

/* Read the two ends of a link; its bracket is the last token. */
static int story_ends(struct story *story)
{
    static const char wanted[] = "a list of pairs [[FROM, TO], ...]";
    int64_t end[2];
    bool has = false;
    if (story_expect(story, JSON_ARRAY, "link", wanted))
        return -1;
    for (int i = 0; i < 2; i++) {
        out_text(&story->out, i ? "," : "[");
        json_next(&story->json);
        if (story_number(story, "link", &end[i]))
            return -1;
    }
    if (story_next(story, JSON_CLOSE, "link", wanted))
        return -1;
    out_text(&story->out, "]");
    for (size_t i = 0; i < story->page->runs; i++)
        has = has || story_has_link(story->page->run[i], end);
    if (!has)
        return json_fail(&story->json,
                         "\"link\": no run has a link from %d to %d",
                         (int)end[0], (int)end[1]);
    return 0;
}

static int story_link(struct story *story)
{
    if (story_next(story, JSON_ARRAY, "link", "a list of pairs"))
        return -1;
    out_text(&story->out, "[");
    for (bool any = false; json_next(&story->json) != JSON_CLOSE; any = true) {
        out_text(&story->out, any ? "," : "");
        if (story_ends(story))
            return -1;
    }
    out_text(&story->out, "]");
    return 0;
}

/* ---- captions ------------------------------------------------------------ */

static int (*const story_read[STORY_FIELDS])(struct story *story) = {
    [STORY_AT] = story_at,     [STORY_UNTIL] = story_until,
    [STORY_TEXT] = story_text, [STORY_SHOW] = story_show,
    [STORY_RING] = story_ring, [STORY_LINK] = story_link,
    [STORY_WAIT] = story_wait};

/* Read a field, whose key is the last token. */
static int story_field(struct story *story)
{
    struct json_reader *json = &story->json;
    unsigned field = 0;
    struct weft_error err;
    while (field < STORY_FIELDS && strcmp(json->text, story_fields[field]))
        field++;
    if (field == STORY_FIELDS) {
        weft_unknown_among(&err, "field of a caption", json->text,
                           story_fields);
        return story_fail_with(story, &err);
    }
    if (story->seen & 1U << field)
        return json_fail(json, "a second \"%s\" in a caption", json->text);
    out_text(&story->out, story->seen ? ",\"" : "{\"");
    out_text(&story->out, json->text);
    out_text(&story->out, "\":");
    story->seen |= 1U << field;
    return story_read[field](story);
}

/* Read a caption, whose bracket is the last token. */
static int story_caption(struct story *story)
{
    struct json_reader *json = &story->json;
    if (json->token == JSON_ERROR)
        return -1;
    if (json->token == JSON_END)
        return json_fail(json, "the file ends within the story");
    if (json->token != JSON_OBJECT)
        return json_fail(json, "a caption is an object: "
                               "{\"at\": 0, \"text\": \"...\"}");
    story->seen = 0;
    while (json_next(json) == JSON_KEY)
        if (story_field(story))
            return -1;
    if (json->token != JSON_CLOSE)
        return -1;
    if (~story->seen & (1U << STORY_AT | 1U << STORY_TEXT))
        return json_fail(json, "a caption without \"%s\"",
                         story->seen & 1U << STORY_AT ? "text" : "at");
    if (story->seen & 1U << STORY_UNTIL && story->until <= story->at)
        return json_fail(json, "\"until\": %g is not after \"at\": %g",
                         story->until, story->at);
    out_text(&story->out, "}");
    return 0;
}

static int story_captions(struct story *story)
{
    struct json_reader *json = &story->json;
    size_t captions = 0;
    enum json_token first = json_next(json);
    if (first == JSON_ERROR)
        return -1;
    if (first != JSON_ARRAY)
        return json_fail(json, "a story is a JSON array of captions: "
                               "[{\"at\": 0, \"text\": \"...\"}]");
    out_text(&story->out, "[");
    while (json_next(json) != JSON_CLOSE) {
        if (captions++ == STORY_CAPTIONS_MAX)
            return json_fail(json, "a story has at most %d captions",
                             STORY_CAPTIONS_MAX);
        out_text(&story->out, captions > 1 ? "," : "");
        if (story_caption(story))
            return -1;
    }
    if (!captions)
        return json_fail(json, "the story has no captions");
    if (!json_at_end(json))
        return json_fail(json, "text after the end of the story");
    out_text(&story->out, "]");
    return 0;
}

/* Append the captions to the words of the page's address, in which two
 * characters have a special meaning. */
static int story_append(struct weft_page *page, const char *text, size_t size,
                        struct weft_error *err)
{
    const char *show = page->show ? page->show : "";
    char *words = malloc(strlen(show) + 3 * size + sizeof "&story=");
    if (!words)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    char *to = stpcpy(stpcpy(words, show), *show ? "&story=" : "story=");
    for (size_t i = 0; i < size; i++) {
        bool plain = text[i] != '%' && text[i] != '&';
        if (plain)
            *to++ = text[i];
        else
            to = stpcpy(to, text[i] == '%' ? "%25" : "%26");
    }
    *to = '\0';
    if (to - words > PAGE_SHOW_MAX) {
        free(words);
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "the story is too long: at most %d bytes fit",
                              PAGE_SHOW_MAX);
    }
    free(page->show);
    page->show = words;
    return 0;
}

/* Read the story from an open file. */
static int story_take(struct story *story, struct weft_page *page,
                      struct input *in, struct weft_error *err)
{
    if (json_init(&story->json, in, err) || out_open_kept(&story->out))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    int status = story_captions(story);
    size_t size;
    char *text = out_take(&story->out, &size);
    if (!text || (status && story->json.no_memory))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!status)
        status = story_append(page, text, size, err);
    free(text);
    return status;
}

int weft_page_story(struct weft_page *page, const char *path,
                    struct weft_error *err)
{
    struct story *story = calloc(1, sizeof *story);
    if (!story)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    struct input *in = in_open(path, false, err);
    story->page = page;
    int status = in ? story_take(story, page, in, err) : -1;
    json_finish(&story->json);
    if (in)
        in_close(in);
    free(story);
    return status;
}
