/* A network as it is read from a file: names and links in the order of the
 * file; private to src/network/file. */
#ifndef WEFT_SRC_NETWORK_DRAFT_H
#define WEFT_SRC_NETWORK_DRAFT_H

#include <string.h>

#include "base/mix.h"
#include "network/graph/graph.h"

/* What a name stands for. */
enum kind { KIND_MENTIONED, KIND_HOST, KIND_SWITCH };

struct draft_vertex {
    char *name;
    char *label; /* NULL: none but the name */
    double at[2];
    unsigned line;      /* where it was declared; 0: it was not */
    unsigned mentioned; /* where it stands first */
    unsigned order;     /* how many were declared before */
    unsigned char kind;
    unsigned char placed; /* bits: 1 has at[0], 2 at[1] */
};

/* A name of the table of names. */
struct draft_name {
    const char *name; /* that of the vertex; NULL: a free place */
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

/* An arc that has been read, and where. */
struct draft_arc {
    uint64_t ends; /* 1 + from << 14 | to; 0: a free place */
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
    struct draft_arcs arcs; /* of files in which no link may stand twice */
    struct graph_links links;
    unsigned declared;
    unsigned line; /* where the reader is */
    struct weft_error *err;
};

/* All -1 with draft->err set. */

/* The vertex of a name, made if it is new. @returns its number */
int draft_vertex(struct file_draft *draft, const char *name);

/* Say what a name stands for; a second time is an error. @returns its number */
int draft_declare(struct file_draft *draft, const char *name, enum kind kind);

/* Add a link, which stands in draft->line. Where `strict`, one from a vertex to
 * itself and a second one are errors; else they will be left out. */
int draft_link(struct file_draft *draft, const struct graph_link *link,
               bool strict);

/* Append what an element says to into[size], without the blanks before it.
 * 0, or -1: it is too long. */
int draft_text(struct file_draft *draft, char *into, size_t size,
               const char *text);
/* It ends there: without the blanks behind it. */
void draft_text_end(char *text);
/* "switch", or one of the words for what is none; "": nothing is said. */
int draft_kind(struct file_draft *draft, struct draft_vertex *vertex,
               const char *text);
/* A number that is no less than 0 (`positive`: more than 0) and finite. */
int draft_number(struct file_draft *draft, const char *what, const char *text,
                 bool positive, double *number);
/* The same, of either sign. */
int draft_place(struct file_draft *draft, const char *what, const char *text,
                double *number);

int draft_error(struct file_draft *draft, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int draft_no_memory(struct file_draft *draft);

void draft_finish(struct file_draft *draft);

/* ---- the readers ---- */

/* The whole file, unpacked if it is gzip, with a 0 behind it. NULL with err. */
char *source_read(const char *path, size_t *size, struct weft_error *err);

int edges_read(struct file_draft *draft, char *text);
int graphml_read(struct file_draft *draft, const char *text, size_t size);

/* The network of a file that is in memory; text[size] is 0, and what is before
 * it may be changed. As init() of a row. */
int file_take(struct weft_network *network, char *text, size_t size,
              struct weft_error *err);

#endif
