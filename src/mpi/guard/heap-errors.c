/* Errors that AddressSanitizer finds. Its runtime finds them by itself in
 * functions of the C library, and the compiler's checks find them in the
 * program's accesses; of accesses by MPI functions, weft asks the runtime. weft
 * replaces the runtime's report by one that names the rank.
 *
 * The runtime is in the process if the program needs it (tools/mpi). */
#include "mpi/guard/heap-errors.h"
#include "base/sanitize.h"
#include "mpi/rank-crash.h"
#include "mpi/report.h"
#include "mpi/source-lines.h"
#include "mpi/world.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const void *base, *own; /* bases of the runtime and of weft */
    void (*set_callback)(void (*callback)(const char *report));
    void (*set_report_fd)(void *file);
    void *(*poisoned)(const void *low, size_t size);
    void *(*report_address)(void);
    size_t (*report_size)(void);
    int (*report_writes)(void);
    const char *(*locate)(const void *at, char *name, size_t room, void **begin,
                          size_t *size);
    size_t (*allocated)(const void *at, void **frame, size_t size, int *thread);
    size_t (*freed)(const void *at, void **frame, size_t size, int *thread);
} heap;

/* ---- where a byte is ------------------------------------------------------
 */

#define HEAP_DEPTH 32

/* Write " WORD at FILE:LINE" for the innermost call of the program. */
static void heap_write_call(const char *word, void *const *frame, size_t depth,
                            char *text, size_t size)
{
    const struct program_copies *copies = world_now->copies;
    struct source_line line;
    for (size_t i = 0; i < depth; i++) {
        const char *at = frame[i];
        if (!lines_locate(copies, lines_copy_of(copies, at), at, &line))
            continue;
        lines_find(copies, &line, 1);
        lines_keep(&line);
        if (!line.path[0] || strncmp(line.path, "/usr/", 5) == 0)
            continue; /* in weft's hooks, or in the library of C++ */
        size_t used = strlen(text);
        snprintf(text + used, size - used, " %s at %s", word, line.where);
        return;
    }
}

/* The kind of object that holds a byte or is near it. */
struct heap_object {
    char name[200];
    const char *begin;
    size_t bytes;
    bool is_block;
};

static const char *heap_locate(const char *at, struct heap_object *object)
{
    void *begin = NULL;
    object->name[0] = 0;
    const char *kind = heap.locate(at, object->name, sizeof object->name,
                                   &begin, &object->bytes);
    object->begin = begin;
    object->is_block = strncmp(kind, "heap", 4) == 0;
    return kind;
}

/* Find the object that holds a byte, or is near it. Of global variables the
 * runtime returns any near one; that which ends before the byte is meant. */
static void heap_find(const char *at, struct heap_object *object)
{
    enum { HEAP_NEAR = 128 };
    bool is_global = strcmp(heap_locate(at, object), "global") == 0;
    for (int i = 0; i < HEAP_NEAR && is_global; i++) {
        struct heap_object near;
        heap_locate(at - i, &near);
        if (at - i >= near.begin && at - i < near.begin + near.bytes) {
            *object = near;
            return;
        }
    }
}

/* Write where a byte is: "past the end of a block of size 40 allocated at
 * ring.c:7". Returns false if it is in no variable or block, nor near one. */
static bool heap_describe(const char *at, char *text, size_t size)
{
    char object[260];
    void *frame[HEAP_DEPTH];
    struct heap_object found;
    int thread;
    heap_find(at, &found);
    const char *begin = found.begin;
    size_t bytes = found.bytes;
    if (!bytes || !begin || (!found.is_block && !*found.name))
        return false;
    if (found.is_block)
        snprintf(object, sizeof object, "a block of size %zu", bytes);
    else
        snprintf(object, sizeof object, "variable %s of size %zu", found.name,
                 bytes);
    if (at >= begin + bytes && at - begin - bytes)
        snprintf(text, size, " at offset %zu past the end of %s",
                 (size_t)(at - begin) - bytes, object);
    else if (at >= begin + bytes)
        snprintf(text, size, " past the end of %s", object);
    else if (at < begin)
        snprintf(text, size, " at offset %zu before the start of %s",
                 (size_t)(begin - at), object);
    else
        snprintf(text, size, " in %s%s", object,
                 found.is_block ? "" : ", whose scope has ended");
    if (!found.is_block)
        return true;
    size_t depth = heap.freed(at, frame, HEAP_DEPTH, &thread);
    if (depth)
        heap_write_call("freed", frame, depth, text, size);
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", depth ? "," : "");
    depth = heap.allocated(at, frame, HEAP_DEPTH, &thread);
    heap_write_call("allocated", frame, depth, text, size);
    return true;
}

/* ---- reports --------------------------------------------------------------
 */

static bool heap_is_in(const void *at, const void *base)
{
    Dl_info info;
    return dladdr(at, &info) && info.dli_fbase == base;
}

/* Return the MPI function in which the runtime found the error, or NULL: the
 * program itself, or a function of the C library that it calls. */
static const char *heap_function(void)
{
    void *frame[HEAP_DEPTH];
    int depth = backtrace(frame, HEAP_DEPTH), i = 0;
    const struct rank *rank =
        weft_running() < 0 ? NULL : world_now->rank[weft_running()];
    while (i < depth && lines_copy_of(world_now->copies, frame[i]) < 0)
        i++;
    while (rank && i-- > 0 && !heap_is_in(frame[i], heap.base))
        if (heap_is_in(frame[i], heap.own))
            return rank->function;
    return NULL;
}

/* What the runtime calls the error, and what weft calls it. Others are accesses
 * outside of variables and blocks. */
static const struct heap_kind {
    const char *theirs, *text;
    bool frees; /* the address is that of the block, which `text` completes */
} heap_kinds[] = {
    {"double-free", "frees memory a second time:", true},
    {"malloc_usable_size", "frees memory that is not allocated", false},
    {"attempting free on", "frees memory that no function allocated:", true},
    {"alloc-dealloc-mismatch",
     "frees memory by another function than the one for its allocation (free, "
     "delete, delete[]):",
     true},
    {"param-overlap", "copies memory to a place that overlaps it", false},
    {"negative-size-param", "passes a negative number of bytes", false},
};

static const struct heap_kind *heap_kind_of(const char *report)
{
    size_t length = strcspn(report, "\n"); /* unless it begins with a line */
    const char *head = strstr(report, "AddressSanitizer:");
    length = head ? strcspn(head, "\n") : length;
    head = head ? head : report;
    for (size_t i = 0; i < sizeof heap_kinds / sizeof *heap_kinds; i++) {
        const char *found = strstr(head, heap_kinds[i].theirs);
        if (found && found < head + length)
            return &heap_kinds[i];
    }
    return NULL;
}

static const char heap_nowhere[] = " outside of variables and blocks";

static void heap_say(char *text, size_t size, const char *verb, size_t bytes,
                     const char *where)
{
    snprintf(text, size, "%s %zu byte%s%s", verb, bytes, bytes == 1 ? "" : "s",
             where);
}

static void heap_on_error(const char *report)
{
    const char *at = heap.report_address();
    char where[600] = "", what[900];
    const struct heap_kind *kind = heap_kind_of(report);
    if (!world_now)
        return;
    bool known =
        at && (!kind || kind->frees) && heap_describe(at, where, sizeof where);
    if (kind && kind->frees && known)
        snprintf(what, sizeof what, "%s%s", kind->text,
                 where + (strncmp(where, " in ", 4) == 0 ? 3 : 0));
    else if (kind)
        snprintf(what, sizeof what, "%.*s",
                 (int)strcspn(kind->text, kind->frees ? ":" : ""), kind->text);
    else
        heap_say(what, sizeof what, heap.report_writes() ? "writes" : "reads",
                 heap.report_size(), known ? where : heap_nowhere);
    crash_misuse(heap_function(), what, true);
}

/* Report an access of which the byte `at` is the first wrong one. */
static _Noreturn void heap_report(const char *function, const char *at,
                                  size_t bytes, const char *verb)
{
    char where[600], what[900];
    if (!heap.locate || !heap_describe(at, where, sizeof where))
        snprintf(where, sizeof where, "%s", heap_nowhere);
    heap_say(what, sizeof what, verb, bytes, where);
    crash_misuse(function, what, false);
}

void heap_check(struct rank *rank, const char *low, const char *high,
                const char *verb)
{
    const char *bad = heap.poisoned && low < high
                          ? heap.poisoned(low, (size_t)(high - low))
                          : NULL;
    if (bad)
        heap_report(rank->function, bad, (size_t)(high - low), verb);
}

/* The compiler's checks of the program call these functions when they have
 * found an error. They take the place of the runtime's, which hold a lock
 * during the report: the other ranks, which may find errors as well, need it.
 */
#if !SANITIZE_ADDRESS /* of weft itself */
static _Noreturn void heap_on_access(const char *at, size_t bytes,
                                     const char *verb)
{
    const char *bad = heap.poisoned ? heap.poisoned(at, bytes) : NULL;
    if (!world_now)
        report_end(NULL, (char[]){""}, "");
    heap_report(NULL, bad ? bad : at, bytes, verb);
}

#define HEAP_EXPORTED __attribute__((visibility("default"))) _Noreturn
#define HEAP_ACCESS(name, verb, bytes)                                         \
    HEAP_EXPORTED void __asan_report_##name##bytes(const char *at);            \
    void __asan_report_##name##bytes(const char *at)                           \
    {                                                                          \
        heap_on_access(at, bytes, verb);                                       \
    }
#define HEAP_ACCESSES(name, verb)                                              \
    HEAP_ACCESS(name, verb, 1)                                                 \
    HEAP_ACCESS(name, verb, 2)                                                 \
    HEAP_ACCESS(name, verb, 4)                                                 \
    HEAP_ACCESS(name, verb, 8)                                                 \
    HEAP_ACCESS(name, verb, 16)                                                \
    HEAP_EXPORTED void __asan_report_##name##_n(const char *at, size_t bytes); \
    void __asan_report_##name##_n(const char *at, size_t bytes)                \
    {                                                                          \
        heap_on_access(at, bytes, verb);                                       \
    }

HEAP_ACCESSES(load, "reads")
HEAP_ACCESSES(store, "writes")
#endif

bool heap_is_checked(void)
{
    return heap.poisoned;
}

/* ---- opening --------------------------------------------------------------
 */

void heap_open(void)
{
    static const struct {
        const char *name;
        void *pointer;
    } functions[] = {
        {"__asan_set_error_report_callback", &heap.set_callback},
        {"__sanitizer_set_report_fd", &heap.set_report_fd},
        {"__asan_get_report_address", &heap.report_address},
        {"__asan_get_report_access_size", &heap.report_size},
        {"__asan_get_report_access_type", &heap.report_writes},
        {"__asan_locate_address", &heap.locate},
        {"__asan_get_alloc_stack", &heap.allocated},
        {"__asan_get_free_stack", &heap.freed},
        {"__asan_region_is_poisoned", &heap.poisoned},
    };
    if (heap.poisoned)
        return;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *found = dlsym(RTLD_DEFAULT, functions[i].name);
        if (!found) {
            heap.poisoned = NULL;
            return;
        }
        Dl_info info;
        *(void **)functions[i].pointer = found;
        if (dladdr(found, &info))
            heap.base = info.dli_fbase;
    }
    Dl_info info;
    if (dladdr(&heap, &info))
        heap.own = info.dli_fbase;
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0)
        heap.set_report_fd((void *)(intptr_t)nowhere);
    heap.set_callback(heap_on_error);
}
