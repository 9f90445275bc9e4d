/* File names whose extension does not match the contents: a page named like a
 * picture, or a picture named like a trace, cannot be opened. */
#include "common/file-ending.h"

#include "common/options.h"

#include <string.h>
#include <strings.h>
#include <weft/trace.h>

const char *const picture_endings[] = {".svg", ".pdf", ".png", NULL};

/* Image formats that weft does not write. */
static const char *const others[] = {".jpg", ".jpeg", ".gif",
                                     ".eps", ".ps",   NULL};

bool is_experiment_file(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".xml") == 0;
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), last = strlen(ending);
    return length > last && strcasecmp(name + length - last, ending) == 0;
}

static bool is_one_of(const char *name, const char *const endings[])
{
    while (*endings && !ends_with(name, *endings))
        endings++;
    return *endings != NULL;
}

static bool is_trace(const char *name)
{
    const struct weft_format_info *format;
    size_t i = 0;
    while ((format = weft_format(i)) && !ends_with(name, format->ending))
        i++;
    return format != NULL;
}

void refuse_ending(const struct argp_state *state, const char *name,
                   const char *what, const char *const own[])
{
    char list[64] = "";
    if (is_one_of(name, own) || !(is_one_of(name, picture_endings) ||
                                  is_one_of(name, others) || is_trace(name)))
        return;
    for (size_t i = 0; own[i]; i++) {
        const char *between = own[i + 1] ? ", " : " or ";
        strncat(list, i ? between : "", sizeof list - strlen(list) - 1);
        strncat(list, own[i], sizeof list - strlen(list) - 1);
    }
    misuse(state, "'%s': the name of %s ends in %s", name, what, list);
}

void refuse_picture(const struct argp_state *state, const char *target)
{
    if (!strchr(target, ':') &&
        (is_one_of(target, picture_endings) || is_one_of(target, others)))
        misuse(state,
               "'%s' is a picture, not a trace; it is drawn from a trace: weft "
               "figure gantt TRACE -o %s",
               target, target);
}
