/* Compilation of C and C++ plug-ins, with a cache by content.
 *
 * The name in the cache is a hash of the preprocessed text and the command, so
 * changes of headers are detected. The object is written under a temporary name
 * and renamed, because two processes may compile the same file at the same
 * time. */
#include "plugin.h"

#include "base/base.h"
#include "base/object.h"
#include "process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct language {
    const char *ending;
    const char *variable; /* environment variable that names the compiler */
    const char *compiler; /* compiler if the variable is not set */
} languages[] = {
    {".c", "WEFT_CC", "cc"},
    {".cc", "WEFT_CXX", "c++"},
    {".cpp", "WEFT_CXX", "c++"},
    {".cxx", "WEFT_CXX", "c++"},
};

static const struct language *language_of(const char *file, size_t length)
{
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        size_t ending = strlen(languages[i].ending);
        if (length > ending &&
            !strncmp(file + length - ending, languages[i].ending, ending))
            return &languages[i];
    }
    return NULL;
}

bool plugin_is_source(const char *word, size_t length)
{
    return language_of(word, length) != NULL;
}

/* ---- where the headers are ---- */

/* Return the folder of the running program, with a final '/', or NULL. */
static char *program_folder(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    while (length > 0 && path[length - 1] != '/')
        length--;
    return length > 0 ? strndup(path, (size_t)length) : NULL;
}

/* Return the folder that the build wrote to include/folder, or NULL if the file
 * does not exist or memory is short. */
static char *built_headers(const char *beside)
{
    char *name = format_text("%s/folder", beside), *line = NULL;
    FILE *file = name ? fopen(name, "r") : NULL;
    size_t room = 0;
    if (file && getline(&line, &room, file) > 0)
        line[strcspn(line, "\n")] = '\0';
    if (file)
        fclose(file);
    free(name);
    return line;
}

/* Return the folder of the headers: of an installed weft, or of the sources if
 * weft runs in its build folder. Returns NULL in other cases. */
static char *headers_folder(void)
{
    char *folder = program_folder();
    char *beside = folder ? format_text("%s../include", folder) : NULL;
    char *header = beside ? format_text("%s/weft/weft.h", beside) : NULL;
    char *found = beside;
    if (header && access(header, R_OK)) {
        found = built_headers(beside);
        free(beside);
    }
    free(folder);
    free(header);
    return found;
}

/* Add the folder of the headers, or else the flags that pkg-config reports. */
static void add_headers(struct words *words)
{
    char *folder = headers_folder(), *flags = NULL;
    size_t length = 0;
    if (folder) {
        words_add(words, "-I");
        words_add(words, folder);
    } else {
        struct words ask = {.count = 0};
        words_split(&ask, "pkg-config --silence-errors --cflags weft");
        if (process_run(&ask, &flags, &length, NULL) == 0)
            words_split(words, flags);
        words_free(&ask);
    }
    free(folder);
    free(flags);
}

/* Return the end of an error message: where to get the headers if the compiler
 * was called without a folder of headers. */
static const char *headers_hint(const struct words *words)
{
    for (int i = 0; i < words->count; i++)
        if (!strncmp(words->word[i], "-I", 2))
            return "";
    return "; the headers are in the package libweft-dev (or: meson install)";
}

/* Add the compiler and its flags. */
static void add_compiler(struct words *words, const struct language *language)
{
    const char *compiler = getenv(language->variable);
    words_split(words, compiler && *compiler ? compiler : language->compiler);
    /* A stack overflow must touch the guard page. */
    words_split(words, "-O2 -g -fPIC -Wall -fstack-clash-protection "
                       "-fmax-errors=5");
    add_headers(words);
}

/* ---- the cache ---- */

/* Return the 64-bit FNV-1a hash. */
static uint64_t hash(uint64_t from, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        from = (from ^ (unsigned char)text[i]) * 0x100000001b3u;
    return from;
}

/* Return whether this is a folder of the user that nobody else can write to. */
static bool folder_is_own(const char *folder)
{
    struct stat about;
    if (mkdir(folder, 0700) && errno != EEXIST)
        return false;
    return !lstat(folder, &about) && S_ISDIR(about.st_mode) &&
           about.st_uid == geteuid() && !(about.st_mode & 022);
}

/* Return the cache folder, or NULL if no cache is possible. */
static char *cache_folder(void)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char *base = NULL, *folder = NULL;
    if (cache && cache[0] == '/')
        base = strdup(cache);
    else if (home && home[0] == '/')
        base = format_text("%s/.cache", home);
    if (base && (!mkdir(base, 0700) || errno == EEXIST))
        folder = format_text("%s/weft", base);
    free(base);
    if (folder && !folder_is_own(folder)) {
        free(folder);
        folder = NULL;
    }
    return folder;
}

/* Create a temporary folder for one object. */
static char *once_folder(struct weft_error *err)
{
    char *folder = format_text("%s/weft-XXXXXX", temporary_folder());
    if (folder && mkdtemp(folder))
        return folder;
    weft_error_system(
        err, folder ? errno : ENOMEM, 0,
        "cannot create a folder for the compiled plug-in in '%.200s': %s",
        temporary_folder(), strerror(folder ? errno : ENOMEM));
    free(folder);
    return NULL;
}

/* Return whether the cached object is a complete regular file of the user that
 * nobody else can write to. A crash of the system may have truncated it. */
static bool is_kept(const char *object)
{
    struct stat about;
    return !lstat(object, &about) && S_ISREG(about.st_mode) &&
           about.st_uid == geteuid() && !(about.st_mode & 022) &&
           about.st_size > 0 && !object_fault(object);
}

/* ---- compiling ---- */

static int compiler_failed(const struct words *words, const char *file,
                           int status, const char *hint, struct weft_error *err)
{
    if (status < 0 && err && err->system == ENOENT)
        return weft_error_system(err, ENOENT, 0,
                                 "cannot compile '%s': compiler '%s' not found "
                                 "(set %s to another one)",
                                 file, words->word[0],
                                 language_of(file, strlen(file))->variable);
    if (status < 0)
        return -1;
    return weft_error_set(err, WEFT_ERROR_FORMAT, 0,
                          "cannot compile '%s': %s ended with %d%s", file,
                          words->word[0], status, hint);
}

/* Add a file name, protected against compilers that take names for options or
 * option files. */
static void add_file(struct words *words, const char *file)
{
    bool odd = *file == '-' || *file == '@';
    char *path = format_text("%s%s", odd ? "./" : "", file);
    if (path)
        words_add(words, path);
    words->failed |= !path;
    free(path);
}

/* Derive the object's name from the command and the preprocessed text. */
static int name_object(struct words *words, const char *file, char name[48],
                       struct weft_error *err)
{
    char *text = NULL;
    size_t length = 0;
    uint64_t one = 0xcbf29ce484222325u, two = 0x6c62272e07bb0142u;
    int before = words->count;
    words_add(words, "-E");
    add_file(words, file);
    int status = process_run(words, &text, &length, err);
    if (status) {
        free(text);
        return compiler_failed(words, file, status, headers_hint(words), err);
    }
    for (int i = 0; i < before; i++)
        one = hash(one, words->word[i], strlen(words->word[i]) + 1);
    one = hash(one, text, length);
    two = hash(two ^ length, text, length);
    snprintf(name, 48, "%016llx%016llx.so", (unsigned long long)one,
             (unsigned long long)two);
    free(text);
    while (words->count > before)
        free(words->word[--words->count]);
    words->word[before] = NULL;
    return 0;
}

/* Create a temporary file beside an object. Returns its name, which the caller
 * frees, or NULL with an error. */
static char *name_fresh(const char *object, struct weft_error *err)
{
    char *fresh = format_text("%s.XXXXXX", object);
    int file = fresh ? mkstemp(fresh) : -1;
    if (!fresh)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (file >= 0) {
        close(file);
        return fresh;
    }
    if (fresh)
        weft_error_system(err, errno, 0, "cannot write '%s': %s", fresh,
                          strerror(errno));
    free(fresh);
    return NULL;
}

static int compile_to(struct words *words, const char *file, const char *object,
                      struct weft_error *err)
{
    char *fresh = name_fresh(object, err);
    if (!fresh)
        return -1;
    words_split(words, "-shared -o");
    words_add(words, fresh);
    add_file(words, file);
    int status = process_run(words, NULL, NULL, err);
    if (status)
        status = compiler_failed(words, file, status, "", err);
    else if (rename(fresh, object))
        status = weft_error_system(err, errno, 0, "cannot write '%s': %s",
                                   object, strerror(errno));
    if (status)
        unlink(fresh);
    free(fresh);
    return status;
}

int plugin_compile(const char *file, bool again, struct plugin_object *object,
                   struct weft_error *err)
{
    struct words words = {.count = 0};
    char name[48];
    char *folder = NULL;
    int status = -1;
    *object = (struct plugin_object){NULL};
    if (access(file, R_OK)) /* the compiler's message would be less clear */
        return weft_error_system(err, errno, 0, "cannot read '%s': %s", file,
                                 strerror(errno));
    add_compiler(&words, language_of(file, strlen(file)));
    if (name_object(&words, file, name, err))
        goto end;
    folder = cache_folder();
    object->for_once = !folder;
    if (!folder && !(folder = once_folder(err)))
        goto end;
    object->path = format_text("%s/%s", folder, name);
    object->kept =
        object->path && !again && !object->for_once && is_kept(object->path);
    if (!object->path)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else
        status = object->kept ? 0 : compile_to(&words, file, object->path, err);
    if (status && object->for_once)
        rmdir(folder);
end:
    words_free(&words);
    free(folder);
    return status;
}
