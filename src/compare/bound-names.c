/* Merging of the names of lower bounds that share a line of a figure. */
#include "bound-names.h"

#include <string.h>

#include "base/base.h"

/* Return whether the name is an element of a list separated by ", ". */
static bool is_listed(const char *list, size_t length, const char *name,
                      size_t size)
{
    for (size_t i = 0; i + size <= length; i++) {
        bool begins = i == 0 || (i > 1 && !memcmp(list + i - 2, ", ", 2));
        bool ends = i + size == length || !memcmp(list + i + size, ", ", 2);
        if (begins && ends && !memcmp(list + i, name, size))
            return true;
    }
    return false;
}

/* Parts of a name "[PROBLEMS ]lower bound[, SETTINGS]". */
struct bound_name {
    const char *problem, *setting;
    size_t problems, settings; /* lengths in bytes, without separators */
};

static struct bound_name split_name(const char *name)
{
    const char *bound = strstr(name, BOUND), *rest = bound + strlen(BOUND);
    rest += *rest ? 2 : 0;
    return (struct bound_name){name, rest,
                               bound > name ? (size_t)(bound - name) - 1 : 0,
                               strlen(rest)};
}

char *join_bound_names(const char *a, const char *b)
{
    struct bound_name x = split_name(a), y = split_name(b);
    if (is_listed(x.problem, x.problems, y.problem, y.problems))
        y.problems = 0;
    if (is_listed(x.setting, x.settings, y.setting, y.settings))
        y.settings = 0;
    return format_text("%.*s%s%.*s%s" BOUND "%s%s%s%.*s", (int)x.problems,
                       x.problem, y.problems ? ", " : "", (int)y.problems,
                       y.problem, x.problems ? " " : "", x.settings ? ", " : "",
                       x.setting, y.settings ? ", " : "", (int)y.settings,
                       y.setting);
}
