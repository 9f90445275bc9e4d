/* Serialisation of trials. Pointers are replaced by indices and texts. */
#include "carry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/model.h>
#include <weft/unstable/cluster.h>

#include "base/text/memstream.h"

/* ---- giving ---------------------------------------------------------------
 */

static void carry_put(FILE *out, const void *data, size_t bytes)
{
    if (bytes)
        fwrite(data, 1, bytes, out);
}

static void carry_put_text(FILE *out, const char *text)
{
    uint32_t length = text ? (uint32_t)strlen(text) + 1 : 0;
    carry_put(out, &length, sizeof length);
    carry_put(out, text, length);
}

static void put_trial(FILE *out, size_t index, const struct weft_trial *trial)
{
    const struct weft_result *result = &trial->result;
    carry_put(out, &index, sizeof index);
    carry_put(out, &trial->state, sizeof trial->state);
    carry_put(out, &trial->err, sizeof trial->err);
    carry_put(out, result, sizeof *result);
    for (int i = 0; i < result->outcome.kept; i++) {
        size_t rule = 0;
        while (weft_rule(rule) &&
               weft_rule(rule) != result->outcome.conflict[i].rule)
            rule++;
        carry_put(out, &rule, sizeof rule);
    }
    carry_put_text(out, result->outcome.report);
}

char *carry_write(const struct weft_comparison *compare, size_t trial,
                  size_t *bytes)
{
    struct memstream text;
    struct weft_error err;
    if (memstream_open(&text) == 0)
        put_trial(text.out, trial, &compare->trial[trial]);
    char *written = memstream_close(&text, &err);
    *bytes = text.size;
    return written;
}

/* ---- taking ---------------------------------------------------------------
 */

/* Read bytes from the front of the data. Returns false if there are too few. */
static bool carry_take(struct weft_packet *from, void *to, size_t bytes)
{
    if (from->bytes < bytes)
        return false;
    memcpy(to, from->data, bytes);
    from->data = (const char *)from->data + bytes;
    from->bytes -= bytes;
    return true;
}

/* Read a text without copying it: a pointer into the data, or NULL. */
static bool take_text(struct weft_packet *from, const char **text)
{
    uint32_t length;
    *text = NULL;
    if (!carry_take(from, &length, sizeof length) || from->bytes < length)
        return false;
    if (length)
        *text = from->data;
    from->data = (const char *)from->data + length;
    from->bytes -= length;
    return !length || !(*text)[length - 1];
}

static bool take_result(struct weft_packet *from, struct weft_result *result)
{
    const char *text;
    if (!carry_take(from, result, sizeof *result))
        return false;
    struct weft_outcome *outcome = &result->outcome;
    outcome->load = NULL;
    outcome->report = NULL;
    for (int i = 0; i < outcome->kept; i++) {
        size_t rule;
        if (!carry_take(from, &rule, sizeof rule))
            return false;
        outcome->conflict[i].rule = weft_rule(rule);
    }
    if (!take_text(from, &text))
        return false;
    outcome->report = text ? strdup(text) : NULL;
    return true;
}

bool carry_read(struct weft_comparison *compare, const void *data, size_t bytes,
                size_t *trial)
{
    struct weft_packet from = {data, bytes};
    if (!carry_take(&from, trial, sizeof *trial) || *trial >= compare->trials)
        return false;
    struct weft_trial *read = &compare->trial[*trial];
    return carry_take(&from, &read->state, sizeof read->state) &&
           carry_take(&from, &read->err, sizeof read->err) &&
           take_result(&from, &read->result);
}
