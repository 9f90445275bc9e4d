/* The origin of a file of an experiment: a command line that generates it. */
#include "common/origin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All functions return a negative value if memory is short. */

int print_quoted(const char *word, FILE *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-.,:/+=%@^";
    if (*word && !word[strspn(word, plain)])
        return fputs(word, out);
    int status = putc('\'', out);
    for (; status >= 0 && *word; word++)
        status = *word == '\'' ? fputs("'\\''", out) : putc(*word, out);
    return status < 0 ? status : putc('\'', out);
}

static int print_word(const char *key, const char *value, FILE *out)
{
    int status = fprintf(out, " --%s=", key);
    return status < 0 ? status : print_quoted(value, out);
}

static int print_origin(const struct weft_item *item, FILE *out)
{
    static const char *const words[] = {[WEFT_ITEM_RUN] = "run",
                                        [WEFT_ITEM_COMPARISON] = "compare",
                                        [WEFT_ITEM_EXHIBIT] = "figure",
                                        [WEFT_ITEM_OPTIMUM] = "optimum"};
    const char *of = item->exhibit ? item->exhibit : item->experiment.problem;
    int status = fprintf(out, "weft %s%s", words[item->kind], of ? " " : "");
    if (of && status >= 0)
        status = print_quoted(of, out);
    for (size_t i = 0; status >= 0 && i < item->parameters; i++)
        status =
            print_word(item->parameter[i].key, item->parameter[i].value, out);
    for (size_t i = 0; status >= 0 && i < item->ranges; i++)
        status =
            print_word(item->range[i].setting, item->range[i].written, out);
    return status;
}

static int print_what(const struct weft_item *item,
                      const struct weft_output *output, FILE *out)
{
    if (item->kind != WEFT_ITEM_EXHIBIT &&
        fprintf(out, "%s%s%s of ", output->format, output->value ? " of " : "",
                output->value ? output->value : "") < 0)
        return -1;
    return print_origin(item, out);
}

char *origin_of(const struct weft_item *item, const struct weft_output *output)
{
    char *what = NULL;
    size_t size;
    FILE *out = open_memstream(&what, &size);
    bool failed = !out || print_what(item, output, out) < 0;
    /* if memory is short, fclose() succeeds, but there is no text */
    if (out && fclose(out) == 0 && !failed)
        return what;
    free(what);
    return NULL;
}
