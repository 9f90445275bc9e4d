/* The module for OTF2 archives. weft runs "weft-otf2 read ARCHIVE", "weft-otf2
 * trust ARCHIVE" and "weft-otf2 write FOLDER" (src/trace/otf2/converter.h). */
#include "module.h"

#include <base/sanitize.h>

#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

const char *const own_attribute_names[OWN_ATTRIBUTES] = {
    "duration", "since",     "peer",  "message",
    "bytes",    "dimension", "flags", "continued"};

static char module_said[300]; /* text of the first error reported by libotf2 */

static OTF2_ErrorCode module_hear(void *arg, const char *file, uint64_t line,
                                  const char *function, OTF2_ErrorCode code,
                                  const char *format, va_list arguments)
{
    (void)arg;
    (void)file;
    (void)line;
    (void)function;
    if (!*module_said)
        vsnprintf(module_said, sizeof module_said, format, arguments);
    if (!*module_said)
        snprintf(module_said, sizeof module_said, "%s",
                 OTF2_Error_GetDescription(code));
    return code;
}

_Noreturn void module_fail(const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    module_said[strcspn(module_said, "\n")] = '\0';
    fprintf(stderr, "\nerror %s%s%s%s\n", text,
            *module_said ? " (libotf2: " : "", module_said,
            *module_said ? ")" : "");
    _Exit(EXIT_FAILURE);
}

void module_check(OTF2_ErrorCode code, const char *what)
{
    if (code != OTF2_SUCCESS)
        module_fail("%s", what);
}

void *module_grow(void *list, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return list;
    *room = *room ? 2 * *room : 64;
    list = reallocarray(list, *room, size);
    if (!list)
        module_fail("no memory");
    return list;
}

static uint64_t module_bytes; /* total size of the files in the archive */

static int module_count(const char *path, const struct stat *status, int kind,
                        struct FTW *place)
{
    (void)path;
    (void)place;
    module_bytes += kind == FTW_F ? (uint64_t)status->st_size : 0;
    return 0;
}

/* Set limits on time and memory. Some damaged archives make libotf2 loop
 * forever or allocate much memory. The limits are far above what any archive
 * needs. */
static void module_limit(const char *anchor)
{
    size_t length = strlen(anchor), ending = sizeof ".otf2" - 1;
    char *folder = strndup(anchor, length > ending ? length - ending : 0);
    if (folder)
        nftw(folder, module_count, 8, FTW_PHYS);
    free(folder);
    const rlim_t seconds = 20 + (module_bytes >> 20);
    const rlim_t memory = ((rlim_t)4 << 30) + 100 * module_bytes;
    const struct rlimit time = {seconds, seconds}, space = {memory, memory};
    setrlimit(RLIMIT_CPU, &time);
    if (!SANITIZE_ADDRESS && !SANITIZE_THREAD) /* no limit with sanitizers,
                                                  which map terabytes */
        setrlimit(RLIMIT_AS, &space);
}

int main(int arguments, char **argument)
{
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    OTF2_Error_RegisterCallback(module_hear, NULL);
    bool read = arguments == 3 && !strcmp(argument[1], "read");
    if (read)
        module_limit(argument[2]);
    if (read || (arguments == 3 && !strcmp(argument[1], "trust")))
        archive_read(argument[2]);
    else if (arguments == 3 && !strcmp(argument[1], "write"))
        archive_write(argument[2]);
    else
        module_fail("run by weft, as: weft-otf2 read|trust|write PATH");
    fputs("\ndone\n", stderr);
    return EXIT_SUCCESS;
}
