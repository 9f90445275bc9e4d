/* Where a file that is written goes: beside its target until it is whole, then
 * in the target's place. */
#ifndef WEFT_SRC_TRACE_IO_PLACE_H
#define WEFT_SRC_TRACE_IO_PLACE_H

#include <stdbool.h>
#include <sys/stat.h>
#include <weft/trace.h>

struct place {
    int fd;          /* to write to; -1: none (any more) */
    bool direct;     /* written in place: standard output, a device, a pipe */
    char *target;    /* where the file goes in the end, owned */
    char *beside;    /* the file's name until then, owned; NULL: it has none */
    struct stat old; /* of the target */
    bool replaces;   /* there is one: old */
    struct place *next; /* all that are open */
};

/* NAME.XXXXXXXXXXXX~ beside the target, random; the caller frees it. NULL: no
 * memory. */
char *place_make_name(const char *target);
/* Opens path ("-": standard output). Refuses what another place that is open
 * is for. `place` must stay where it is until place_close(). 0, or -1. */
int place_open(struct place *place, const char *path, struct weft_error *err);
/* What was written takes the target's place, with the permissions (and the
 * owner, where we may) of the file that it replaces. 0, or an errno
 * value. */
int place_take(struct place *place);
/* Both do that, or none, where the file system can exchange names: elsewhere
 * the first one stays if it has replaced a file. Neither may be direct. 0, or
 * an errno value: then *wrong is the one that cannot. */
int place_take_both(struct place *first, struct place *second,
                    const struct place **wrong);
/* Close the file, which is gone if it has not taken its place. 0, or an
 * errno value. */
int place_close(struct place *place);

#endif
