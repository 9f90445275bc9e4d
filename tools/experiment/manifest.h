/* The manifest of an experiment: what was written, from what. A text file,
 *     weft VERSION
 *     command weft run a.xml
 *     experiment CRC SIZE a.xml
 *     file CRC SIZE NAME WHAT...
 *     interrupted FILES       (if they are not all: how many there should be)
 * with the CRC-32 of zlib in hexadecimal, the size in bytes, and the command
 * and parameters that the file comes from. */
#ifndef WEFT_TOOLS_EXPERIMENT_MANIFEST_H
#define WEFT_TOOLS_EXPERIMENT_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#define MANIFEST_NAME "manifest.txt"

/* What a file holds, in short. */
struct digest {
    uint32_t crc;
    uint64_t size;
};

struct entry {
    char *name, *what; /* owned */
    struct digest digest;
};

struct manifest {
    char *version, *experiment; /* owned; experiment: name of its file */
    struct digest digest;       /* of the experiment file */
    struct entry *entry;        /* [entries] owned */
    size_t entries, capacity;
    size_t *by_name;  /* [indexed] owned: the entries, by their names */
    size_t indexed;   /* entries when it was made */
    uint64_t planned; /* interrupted: files of the whole; 0: it is the whole */
};

/* 0, or -1 with err; so below. */
int digest_file(const char *path, struct digest *digest,
                struct weft_error *err);
bool digest_equal(const struct digest *a, const struct digest *b);

/* Copies its texts. 0, or -1: no memory. */
int manifest_add(struct manifest *manifest, const char *name, const char *what,
                 const struct digest *digest);
/* The first of that name; NULL: there is none. */
const struct entry *manifest_find(struct manifest *manifest, const char *name);
int manifest_write(const struct manifest *manifest, const char *path,
                   struct weft_error *err);
/* WEFT_ERROR_SYSTEM (ENOENT: there is none), WEFT_ERROR_FORMAT with the line,
 * ... */
int manifest_read(struct manifest *manifest, const char *path,
                  struct weft_error *err);
void manifest_finish(struct manifest *manifest);

#endif
