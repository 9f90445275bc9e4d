/* Selection of the libraries that each rank has for itself: those of the
 * program, but not those of the system; the library of Fortran, which keeps the
 * open files of a process; and those that need such a library. */
#include "mpi/libraries/private-libraries.h"
#include "mpi/libraries/object-names.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Libraries that serve all ranks, wherever they are. */
static const char *const private_never[] = {
    "libc",        "libm",    "libpthread",      "libdl",
    "librt",       "libutil", "libgcc_s",        "libstdc++",
    "libgomp",     "libasan", "libubsan",        "liblsan",
    "libtsan",     "libweft", "ld-linux-x86-64", "ld-linux-aarch64",
    "libquadmath",
};

static const char *library_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Return whether a file name is `name`, up to the first dot. */
static bool has_base(const char *path, const char *name, size_t length)
{
    const char *base = library_base(path);
    return strncmp(base, name, length) == 0 &&
           (!base[length] || base[length] == '.');
}

static bool is_in_list(const char *list, const char *path)
{
    while (list && *list) {
        size_t length = strcspn(list, ",");
        if (length && has_base(path, list, length))
            return true;
        list += length + (list[length] == ',');
    }
    return false;
}

bool private_is_system(const char *path)
{
    static const char *const folders[] = {
        "/lib/",     "/lib32/",     "/lib64/",     "/libx32/",
        "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/libx32/",
    };
    char real[PATH_MAX];
    const char *at = realpath(path, real) ? real : path;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(at, folders[i], strlen(folders[i])) == 0)
            return true;
    return !strchr(path, '/');
}

static bool is_private(const char *path, const struct library_choice *choice)
{
    for (size_t i = 0; i < sizeof private_never / sizeof *private_never; i++)
        if (has_base(path, private_never[i], strlen(private_never[i])))
            return false;
    if (choice->own && strcmp(choice->own, "all") == 0)
        return true;
    return is_in_list(choice->own, path) || is_in_list("libgfortran", path) ||
           !private_is_system(path);
}

/* ---- the libraries of a program -------------------------------------------
 */

struct library_search {
    const struct library_choice *choice;
    struct library_found *found; /* [count] in the order of the search */
    int *order;                  /* [ordered] places, the needed ones first */
    int count, ordered;
};

struct link_map *private_named(struct link_map *any, const char *name)
{
    while (any->l_prev)
        any = any->l_prev;
    while (any && !names_match(any, name))
        any = any->l_next;
    return any;
}

static int library_place(const struct library_search *search,
                         const struct link_map *map)
{
    int i = 0;
    while (i < search->count && search->found[i].map != map)
        i++;
    return i;
}

/* Return whether the library is private, or needs a private one. */
static bool library_visit(struct library_search *search, struct link_map *map)
{
    const char *name;
    int place = library_place(search, map);
    bool own = !place || is_private(map->l_name, search->choice);
    if (place < search->count)
        return search->found[place].own;
    search->found[search->count++] = (struct library_found){map, own};
    for (int i = 0; (name = names_needed(map, i)) != NULL; i++) {
        struct link_map *needed = private_named(map, name);
        if (needed && library_visit(search, needed))
            own = true;
    }
    if (place && is_in_list(search->choice->share, map->l_name))
        own = false;
    search->found[place].own = own;
    search->order[search->ordered++] = place;
    return own;
}

/* Visit the program and all its libraries. Returns -1: no memory. */
static int library_search(struct library_search *search,
                          struct link_map *program)
{
    size_t room = 0;
    for (struct link_map *map = program; map; map = map->l_prev)
        room++;
    for (struct link_map *map = program; map; map = map->l_next)
        room++;
    search->found = calloc(room, sizeof *search->found);
    search->order = calloc(room, sizeof *search->order);
    if (!search->found || !search->order)
        return -1;
    library_visit(search, program);
    return 0;
}

int private_find(struct link_map *program, const struct library_choice *choice,
                 struct library_found **found)
{
    struct library_search search = {.choice = choice};
    *found = NULL;
    if (library_search(&search, program) == 0)
        *found = calloc((size_t)search.ordered, sizeof **found);
    for (int i = 0; i < search.ordered && *found; i++)
        (*found)[i] = search.found[search.order[search.ordered - 1 - i]];
    free(search.found);
    free(search.order);
    return *found ? search.ordered : -1;
}

const char *private_unknown(const struct library_found *found, int count,
                            const char *list, int *length)
{
    while (list && *list) {
        size_t word = strcspn(list, ",");
        bool known = word == 0 || strcmp(list, "all") == 0;
        for (int i = 1; i < count; i++)
            known = known || has_base(found[i].map->l_name, list, word);
        *length = (int)word;
        if (!known)
            return list;
        list += word + (list[word] == ',');
    }
    return NULL;
}
