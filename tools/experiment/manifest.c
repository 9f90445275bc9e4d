/* Reading and writing of the manifest of an experiment. */
#include "experiment/manifest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/trace.h>
#include <zlib.h>

int digest_file(const char *path, struct digest *digest, struct weft_error *err)
{
    unsigned char block[16384];
    size_t count;
    FILE *in = weft_file_open(path, err);
    if (!in)
        return -1;
    uLong crc = crc32(0, NULL, 0);
    digest->size = 0;
    while ((count = fread(block, 1, sizeof block, in)) > 0) {
        crc = crc32(crc, block, (uInt)count);
        digest->size += count;
    }
    digest->crc = (uint32_t)crc;
    int code = ferror(in) ? errno : 0;
    fclose(in);
    return code ? weft_error_system(err, code, 0, "%s", strerror(code)) : 0;
}

bool digest_equal(const struct digest *a, const struct digest *b)
{
    return a->crc == b->crc && a->size == b->size;
}

int manifest_add(struct manifest *manifest, const char *name, const char *what,
                 const struct digest *digest)
{
    if (manifest->entries == manifest->capacity) {
        size_t capacity = manifest->capacity ? 2 * manifest->capacity : 16;
        struct entry *grown =
            realloc(manifest->entry, capacity * sizeof *grown);
        if (!grown)
            return -1;
        manifest->entry = grown;
        manifest->capacity = capacity;
    }
    struct entry *entry = &manifest->entry[manifest->entries++];
    *entry = (struct entry){strdup(name), strdup(what), *digest};
    return entry->name && entry->what ? 0 : -1;
}

static int compare_places(const void *a, const void *b, void *entries)
{
    const struct entry *entry = entries;
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    int order = strcmp(entry[left].name, entry[right].name);
    if (order)
        return order;
    return left < right ? -1 : 1;
}

/* Returns 0, or -1 if memory is short. */
static int index_make(struct manifest *manifest)
{
    size_t count = manifest->entries;
    size_t *by_name = calloc(count, sizeof *by_name);
    if (!by_name)
        return -1;
    for (size_t i = 0; i < count; i++)
        by_name[i] = i;
    qsort_r(by_name, count, sizeof *by_name, compare_places, manifest->entry);
    free(manifest->by_name);
    manifest->by_name = by_name;
    manifest->indexed = count;
    return 0;
}

/* Look up the name in an index, because the folder may be somebody else's and
 * its manifest very long. */
const struct entry *manifest_find(struct manifest *manifest, const char *name)
{
    const struct entry *entry = manifest->entry;
    size_t low = 0, high = manifest->entries;
    bool sorted = manifest->indexed == high || index_make(manifest) == 0;
    while (!sorted && low < high && strcmp(entry[low].name, name) != 0)
        low++;
    while (sorted && low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(entry[manifest->by_name[middle]].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == manifest->entries)
        return NULL;
    entry += sorted ? manifest->by_name[low] : low;
    return strcmp(entry->name, name) == 0 ? entry : NULL;
}

void manifest_finish(struct manifest *manifest)
{
    for (size_t i = 0; i < manifest->entries; i++) {
        free(manifest->entry[i].name);
        free(manifest->entry[i].what);
    }
    free(manifest->entry);
    free(manifest->by_name);
    free(manifest->version);
    free(manifest->experiment);
    *manifest = (struct manifest){0};
}

/* ---- writing ---- */

/* Returns 0, or -1 if memory is short. */
static int manifest_print(const struct manifest *manifest, FILE *out)
{
    bool failed =
        fprintf(out, "weft %s\n", manifest->version) < 0 ||
        fprintf(out, "command weft run %s\n", manifest->experiment) < 0 ||
        fprintf(out, "experiment %08" PRIx32 " %" PRIu64 " %s\n",
                manifest->digest.crc, manifest->digest.size,
                manifest->experiment) < 0;
    if (manifest->planned && !failed)
        failed =
            fprintf(out, "interrupted %" PRIu64 "\n", manifest->planned) < 0;
    for (size_t i = 0; i < manifest->entries && !failed; i++) {
        const struct entry *entry = &manifest->entry[i];
        failed = fprintf(out, "file %08" PRIx32 " %" PRIu64 " %s %s\n",
                         entry->digest.crc, entry->digest.size, entry->name,
                         entry->what) < 0;
    }
    return failed ? -1 : 0;
}

int manifest_write(const struct manifest *manifest, const char *path,
                   struct weft_error *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    bool failed = !out || manifest_print(manifest, out);
    /* if memory is short, fclose() succeeds, but there is no text */
    if (!out || fclose(out) || failed || !text) {
        free(text);
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    }
    int status = weft_file_write(path, text, size, err);
    free(text);
    return status;
}

/* ---- reading ---- */

/* Parse "CRC SIZE REST". Returns REST or NULL. */
static char *read_digest(char *text, struct digest *digest)
{
    int length = 0;
    if (sscanf(text, "%8" SCNx32 " %" SCNu64 " %n", &digest->crc, &digest->size,
               &length) != 2)
        return NULL;
    return length ? text + length : NULL;
}

static int manifest_read_file(struct manifest *manifest, char *text)
{
    struct digest digest;
    char *name = read_digest(text, &digest);
    if (!name)
        return -1;
    char *what = name + strcspn(name, " ");
    if (*what)
        *what++ = '\0';
    return *name ? manifest_add(manifest, name, what, &digest) : -1;
}

/* Process a line, split into its first word and the rest. A line with an
 * unknown first word is ignored. */
static int manifest_read_line(struct manifest *manifest, const char *word,
                              char *rest)
{
    if (strcmp(word, "file") == 0)
        return manifest_read_file(manifest, rest);
    if (strcmp(word, "interrupted") == 0)
        return sscanf(rest, "%" SCNu64, &manifest->planned) == 1 ? 0 : -1;
    if (strcmp(word, "weft") == 0 && !manifest->version)
        return (manifest->version = strdup(rest)) ? 0 : -1;
    if (strcmp(word, "experiment") != 0 || manifest->experiment)
        return 0;
    char *name = read_digest(rest, &manifest->digest);
    return name && (manifest->experiment = strdup(name)) ? 0 : -1;
}

static int read_lines(struct manifest *manifest, FILE *in,
                      struct weft_error *err)
{
    char *line = NULL;
    size_t capacity = 0;
    unsigned number = 0;
    int status = 0;
    while (!status && getline(&line, &capacity, in) >= 0) {
        number++;
        line[strcspn(line, "\n")] = '\0';
        char *rest = line + strcspn(line, " ");
        if (*rest)
            *rest++ = '\0';
        status = manifest_read_line(manifest, line, rest);
    }
    int code = feof(in) || status ? 0 : errno;
    free(line);
    if (code)
        return weft_error_system(err, code, 0, "%s", strerror(code));
    if (!status && manifest->version && manifest->experiment)
        return 0;
    return weft_error_set(err, WEFT_ERROR_FORMAT, status ? number : 0,
                          "not a manifest of weft");
}

int manifest_read(struct manifest *manifest, const char *path,
                  struct weft_error *err)
{
    *manifest = (struct manifest){0};
    FILE *in = weft_file_open(path, err);
    if (!in)
        return -1;
    int status = read_lines(manifest, in, err);
    fclose(in);
    if (status)
        manifest_finish(manifest);
    return status;
}
