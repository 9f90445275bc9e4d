/* The manifest of an experiment lists the files and their origin. It is a
 * text file:
 *     weft VERSION
 *     command weft run a.xml
 *     experiment CRC SIZE a.xml
 *     file CRC SIZE NAME WHAT...
 *     interrupted FILES       (if incomplete: total number of files)
 * with the CRC-32 of zlib in hexadecimal, the size in bytes, and the command
 * and parameters that generate the file. */
#ifndef WEFT_TOOLS_EXPERIMENT_MANIFEST_H
#define WEFT_TOOLS_EXPERIMENT_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#define MANIFEST_NAME "manifest.txt"

/* Digest of a file. */
struct digest {
    uint32_t crc;
    uint64_t size;
};

struct entry {
    char *name, *what; /* owned */
    struct digest digest;
};

struct manifest {
    /* Owned; `experiment` is the name of the experiment file. */
    char *version, *experiment;
    struct digest digest; /* digest of the experiment file */
    struct entry *entry;  /* [entries] owned */
    size_t entries, capacity;
    size_t *by_name; /* [indexed] entries sorted by name; owned */
    size_t indexed;  /* number of entries in the index */
    /* Total number of files if the run was interrupted, else 0. */
    uint64_t planned;
};

/* Return 0, or -1 with err. */
int digest_file(const char *path, struct digest *digest,
                struct weft_error *err);
bool digest_equal(const struct digest *a, const struct digest *b);

/* Append an entry with copies of the texts. Returns 0, or -1 if memory is
 * short. */
int manifest_add(struct manifest *manifest, const char *name, const char *what,
                 const struct digest *digest);
/* Return the first entry with this name, or NULL. */
const struct entry *manifest_find(struct manifest *manifest, const char *name);
int manifest_write(const struct manifest *manifest, const char *path,
                   struct weft_error *err);
/* Returns 0, or -1 with WEFT_ERROR_SYSTEM (ENOENT: no such file),
 * WEFT_ERROR_FORMAT with a line, or other errors. */
int manifest_read(struct manifest *manifest, const char *path,
                  struct weft_error *err);
void manifest_finish(struct manifest *manifest);

#endif
