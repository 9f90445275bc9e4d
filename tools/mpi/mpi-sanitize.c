/* The runtime of AddressSanitizer watches every allocation of a process, so it
 * must be in the process from the beginning. The programs are loaded later: if
 * one needs the runtime, weft starts again with it. */
#include "mpi/mpi-sanitize.h"
#include "common/command.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <unistd.h>

bool mpi_is_sanitized(void)
{
    return dlsym(RTLD_DEFAULT, "__asan_region_is_poisoned") != NULL;
}

/* ---- what a program needs -------------------------------------------------
 */

typedef ElfW(Phdr) sanitize_segment;
typedef ElfW(Dyn) sanitize_entry;

/* A program in memory: [size] bytes. */
struct image {
    const char *bytes;
    size_t size;
};

static const void *image_at(const struct image *image, uint64_t at, size_t size)
{
    return at <= image->size && size <= image->size - at ? image->bytes + at
                                                         : NULL;
}

/* Return the segment of a type that contains an address (0: any), or NULL. */
static const sanitize_segment *image_segment(const struct image *image,
                                             unsigned type, uint64_t address)
{
    const ElfW(Ehdr) *header = image_at(image, 0, sizeof *header);
    for (unsigned i = 0; header && i < header->e_phnum; i++) {
        const sanitize_segment *segment = image_at(
            image, header->e_phoff + i * sizeof *segment, sizeof *segment);
        if (segment && segment->p_type == type &&
            (!address || (address >= segment->p_vaddr &&
                          address - segment->p_vaddr < segment->p_filesz)))
            return segment;
    }
    return NULL;
}

/* Return the nth entry of the dynamic section, or NULL at its end. */
static const sanitize_entry *image_entry(const struct image *image, size_t n)
{
    const sanitize_segment *dynamic = image_segment(image, PT_DYNAMIC, 0);
    const sanitize_entry *entry = NULL;
    if (dynamic && n < dynamic->p_filesz / sizeof *entry)
        entry = image_at(image, dynamic->p_offset + n * sizeof *entry,
                         sizeof *entry);
    return entry && entry->d_tag != DT_NULL ? entry : NULL;
}

/* Copy the name of the runtime that the program needs, or "". */
static void image_runtime(const struct image *image, char *name, size_t room)
{
    const sanitize_entry *entry;
    const sanitize_segment *strings = NULL;
    uint64_t at = 0;
    *name = 0;
    for (size_t n = 0; (entry = image_entry(image, n)); n++)
        if (entry->d_tag == DT_STRTAB) {
            strings = image_segment(image, PT_LOAD, entry->d_un.d_ptr);
            at = strings
                     ? entry->d_un.d_ptr - strings->p_vaddr + strings->p_offset
                     : 0;
        }
    for (size_t n = 0; strings && (entry = image_entry(image, n)); n++) {
        const char *needed = image_at(image, at + entry->d_un.d_val, room);
        if (entry->d_tag == DT_NEEDED && needed &&
            (!strncmp(needed, "libasan.so", 10) ||
             !strncmp(needed, "libclang_rt.asan", 16))) {
            snprintf(name, room, "%s", needed);
            return;
        }
    }
}

static void runtime_of(const char *program, char *name, size_t room)
{
    struct stat status;
    struct image image = {0};
    int file = open(program, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    *name = 0;
    if (file >= 0 && !fstat(file, &status) && S_ISREG(status.st_mode)) {
        image.size = (size_t)status.st_size;
        image.bytes = mmap(NULL, image.size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (image.bytes && image.bytes != MAP_FAILED) {
        const char *magic = image_at(&image, 0, sizeof(ElfW(Ehdr)));
        if (magic && memcmp(magic, ELFMAG, SELFMAG) == 0)
            image_runtime(&image, name, room);
        munmap((void *)(uintptr_t)image.bytes, image.size);
    }
    if (file >= 0)
        close(file);
}

/* ---- starting again -------------------------------------------------------
 */

/* Put words before the value of a variable of the environment. */
static void sanitize_put_before(const char *variable, const char *words)
{
    const char *rest = getenv(variable);
    char *both;
    if (asprintf(&both, "%s%s%s", words, rest ? ":" : "", rest ? rest : "") < 0)
        return;
    setenv(variable, both, 1);
    free(both);
}

/* Return whether LD_PRELOAD begins with the name, and remove it there: other
 * processes must not have it. */
static bool take_preload(const char *name)
{
    const char *value = getenv("LD_PRELOAD");
    size_t length = strlen(name);
    if (!value || strncmp(value, name, length) != 0 ||
        (value[length] && value[length] != ':'))
        return false;
    char *rest = value[length] ? strdup(value + length + 1) : NULL;
    unsetenv("LD_PRELOAD");
    if (rest)
        setenv("LD_PRELOAD", rest, 1);
    free(rest);
    return true;
}

/* Read the arguments of this process. Returns NULL on failure. */
static char **own_arguments(void)
{
    FILE *file = fopen("/proc/self/cmdline", "re");
    char *text = NULL, **word = NULL;
    size_t room = 0;
    ssize_t length;
    for (size_t count = 0; file; count++) {
        char **more = realloc(word, (count + 1) * sizeof *word);
        if (!more)
            break;
        word = more;
        length = getdelim(&text, &room, 0, file);
        word[count] = length < 0 ? NULL : strdup(text);
        if (!word[count])
            break;
    }
    if (file)
        fclose(file);
    free(text);
    return word;
}

static void start_again(const char *name)
{
    char **argv = own_arguments();
    sanitize_put_before("LD_PRELOAD", name);
    /* Each rank has its own variables of the same names. weft finds the lines
     * and reports crashes itself. Memory that is still allocated at the end of
     * a program is no error; malloc() fails as without the runtime. */
    sanitize_put_before("ASAN_OPTIONS", "detect_odr_violation=0:detect_leaks=0:"
                                        "symbolize=0:handle_segv=0:"
                                        "allocator_may_return_null=1");
    /* runtimes before gcc 14 cannot place their tables if addresses are too
     * random; ignored if the system does not allow it */
    personality(ADDR_NO_RANDOMIZE);
    if (argv)
        execv("/proc/self/exe", argv);
}

int mpi_sanitize(const struct weft_mpi *mpi)
{
    char name[64] = "";
    for (size_t i = 0; i < mpi->parts && !*name; i++)
        runtime_of(mpi->part[i].program, name, sizeof name);
    if (!*name)
        return EXIT_GOOD;
    bool again = take_preload(name);
    if (mpi_is_sanitized())
        return EXIT_GOOD;
    if (!again)
        start_again(name);
    struct weft_error err = {0};
    weft_error_set(&err, WEFT_ERROR_SYSTEM, 0,
                   "the program needs %s, which cannot be loaded first: set "
                   "LD_PRELOAD to its path",
                   name);
    return complain_of(&err);
}
