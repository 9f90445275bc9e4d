/* A network while it is read from a file, with names and links in file order;
 * private to src/network/file. */
#ifndef WEFT_SRC_NETWORK_DRAFT_H
#define WEFT_SRC_NETWORK_DRAFT_H

#include <string.h>

#include "base/mix.h"
#include "network/graph/named.h"

/* the kind of vertex that a name denotes */
enum kind { KIND_MENTIONED, KIND_HOST, KIND_SWITCH };

struct draft_vertex {
    char *name;
    char *label; /* label to display; NULL: the name */
    double at[2];
    unsigned line;      /* line of the declaration; 0: not declared */
    unsigned mentioned; /* line of the first use of the name */
    unsigned order;     /* number of vertices declared before this one */
    unsigned char kind;
    unsigned char powers; /* what a switch can do (enum switch_power) */
    /* kind of vertex, such as "GPU"; NULL: unknown */
    const char *part;
    /* bit set: 1 if at[0] is known, 2 if at[1] is known */
    unsigned char placed;
};

/* entry of the table of names */
struct draft_name {
    /* the vertex's name, which the vertex owns; NULL: a free slot */
    const char *name;
    int vertex;
};

static inline uint64_t name_hash(const char *name)
{
    uint64_t mixed = 0;
    for (size_t left = strlen(name); left;) {
        uint64_t word = 0;
        size_t take = left < sizeof word ? left : sizeof word;
        memcpy(&word, name, take);
        mixed = mix_two(mixed, word + 1);
        name += take;
        left -= take;
    }
    return mixed;
}

static inline bool name_same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

#define HASH_NAME draft_names
#define HASH_ENTRY struct draft_name
#define HASH_KEY const char *
#define HASH_MEMBER name
#define HASH_FREE(entry) (!(entry)->name)
#define HASH_OF(key) name_hash(key)
#define HASH_SAME(a, b) name_same(a, b)
#include "base/hash.h"

/* an arc and the line that declares it */
struct draft_arc {
    uint64_t ends; /* 1 + from << 14 | to; 0: a free slot */
    unsigned line;
};

#define HASH_NAME draft_arcs
#define HASH_ENTRY struct draft_arc
#define HASH_KEY uint64_t
#define HASH_MEMBER ends
#define HASH_FREE(entry) (!(entry)->ends)
#include "base/hash.h"

struct file_draft {
    struct draft_vertex *vertex;
    size_t count, room;
    struct draft_names names;
    struct draft_arcs arcs; /* used only if duplicate links are errors */
    struct graph_links links;
    bool to_scale; /* whether coordinates are in units of a drawing */
    unsigned declared;
    unsigned line; /* line that is being read */
    char **remark; /* owned; remarks about input that the reader ignored */
    size_t remarks, remark_room;
    /* the routes, if they deviate from the rule; see struct graph */
    int (*step)(const void *shape, int from, int to);
    void *shape;
    struct weft_error *err;
};

/* On failure, all functions return -1 with draft->err set. */

/* Find the vertex with this name or add it. @returns its number */
int draft_vertex(struct file_draft *draft, const char *name);

/* Declare the kind of a name; a second declaration is an error. @returns the
 * vertex's number */
int draft_declare(struct file_draft *draft, const char *name, enum kind kind);

/* Add a link, declared in draft->line. If `strict`, loops and duplicates are
 * errors; otherwise they are ignored later. */
int draft_link(struct file_draft *draft, const struct graph_link *link,
               bool strict);

/* Check the size of a network: its vertices times its links. */
int draft_check_size(struct file_draft *draft, size_t vertices, size_t links);

/* Append an element's text to into[size], without leading blanks. Return 0, or
 * -1 if it is too long. */
int draft_text(struct file_draft *draft, char *into, size_t size,
               const char *text);
/* Remove trailing blanks. */
void draft_text_end(char *text);
/* Set the kind: "switch" or a word for a processor; "" changes nothing. */
int draft_kind(struct file_draft *draft, struct draft_vertex *vertex,
               const char *text);
/* Parse the number at the beginning of a text in the C locale, whatever the
 * program's locale is. *end == text: there is none. Return 0, or -1: no memory.
 */
int draft_scan(struct file_draft *draft, const char *text, double *number,
               const char **end);
/* Parse a finite number: >= 0 or, if `positive`, > 0. */
int draft_number(struct file_draft *draft, const char *what, const char *text,
                 bool positive, double *number);
/* Parse a finite number of either sign. */
int draft_place(struct file_draft *draft, const char *what, const char *text,
                double *number);

/* Record a remark about input that the reader ignored. */
int draft_remark(struct file_draft *draft, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int draft_error(struct file_draft *draft, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int draft_no_memory(struct file_draft *draft);

void draft_finish(struct file_draft *draft);

/* ---- the readers ---- */

/* Read a whole file into memory, uncompressing gzip, with a 0 appended. Return
 * NULL with err on failure. */
char *source_read(const char *path, size_t *size, struct weft_error *err);

int edges_read(struct file_draft *draft, char *text);
int graphml_read(struct file_draft *draft, const char *text, size_t size);
/* ../topology; whether a text that is not XML is one of ASTRA-sim */
bool is_astra(const char *text);
int astra_read(struct file_draft *draft, const char *text);
int nccl_read(struct file_draft *draft, const char *text, size_t size);
int simgrid_read(struct file_draft *draft, const char *text, size_t size);

/* Parse the text of a network file; text[size] is 0, and the function may
 * modify the text. Returns like init() of a row. */
int file_take(struct weft_network *network, char *text, size_t size,
              struct weft_error *err);

/* ---- rows of kinds `KIND:PATH` that read files ---- */

int file_init(struct weft_network *network, const char *text,
              struct weft_error *err);

#define FILE_ROW                                                               \
    .init = file_init, .finish = named_finish, WEFT_GRAPH_FUNCTIONS,           \
    .name = named_name, .label = named_label, .place = named_place,            \
    .part = named_part, .powers = named_powers, .remark = named_remark,        \
    .arc_cost = named_arc_cost, .lanes = named_lanes,                          \
    .layout = WEFT_LAYOUT_CIRCLE, .file = true

#endif
