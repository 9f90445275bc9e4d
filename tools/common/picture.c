/* Pictures: SVG is written directly; rsvg-convert makes PDF and PNG. */
#include "common/picture.h"

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>
#include <weft/trace.h>

extern char **environ;

#ifdef __EMSCRIPTEN__
#define PICTURE_ABSENT true /* docs/playground.md */
#else
#define PICTURE_ABSENT false
#endif

/* Arguments of rsvg-convert, by file extension. */
static const struct picture_form {
    const char *ending, *format, *zoom;
} forms[] = {
    {".pdf", "--format=pdf", "--zoom=1"},
    {".png", "--format=png", "--zoom=2"}, /* twice the resolution, for print */
};

static const struct picture_form *form_of(const char *target)
{
    size_t length = strlen(target);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t ending = strlen(forms[i].ending);
        if (length > ending &&
            strcasecmp(target + length - ending, forms[i].ending) == 0)
            return &forms[i];
    }
    return NULL;
}

static int picture_failed(int code, struct weft_error *err)
{
    return weft_error_system(err, code, 0, "cannot run rsvg-convert: %s",
                             strerror(code));
}

/* Write the picture to a temporary file, open at its beginning. */
static FILE *input_of(const char *svg)
{
    FILE *in = tmpfile();
    size_t length = strlen(svg);
    if (in && fwrite(svg, 1, length, in) == length && !fflush(in) &&
        !fseek(in, 0, SEEK_SET))
        return in;
    if (in)
        fclose(in);
    return NULL;
}

static int picture_start(const struct picture_form *form, int in, int out,
                         pid_t *child)
{
    char *arguments[] = {(char *)"rsvg-convert", (char *)form->format,
                         (char *)form->zoom, NULL};
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code)
        return code;
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    code =
        posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/* Write the converted picture to `out`, which is rewound. Returns 0, an errno
 * value, or -1 if rsvg-convert failed and printed the reason. */
static int picture_convert(const struct picture_form *form, const char *svg,
                           FILE *out)
{
    pid_t child;
    int status;
    FILE *in = input_of(svg);
    if (!in)
        return errno;
    int code = picture_start(form, fileno(in), fileno(out), &child);
    fclose(in);
    if (code)
        return code;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return errno;
    if (status)
        return -1;
    return fseek(out, 0, SEEK_END) ? errno : 0;
}

static int picture_write_all(const char *target, FILE *out,
                             struct weft_error *err)
{
    long size = ftell(out);
    char *bytes = size > 0 ? malloc((size_t)size) : NULL;
    rewind(out);
    int status = -1;
    if (!bytes || fread(bytes, 1, (size_t)size, out) != (size_t)size)
        picture_failed(errno ? errno : EIO, err);
    else
        status = weft_file_write(target, bytes, (size_t)size, err);
    free(bytes);
    return status;
}

int picture_write(const char *target, const char *svg, struct weft_error *err)
{
    const struct picture_form *form = form_of(target);
    if (!form)
        return weft_file_write(target, svg, strlen(svg), err);
    if (PICTURE_ABSENT)
        return weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                              "not in the playground: PDF and PNG such as "
                              "'%.200s'; write .svg",
                              target);
    FILE *out = tmpfile();
    int code = out ? picture_convert(form, svg, out) : errno;
    int status = -1;
    if (code == ENOENT)
        weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                       "'%.200s': rsvg-convert, which makes PDF and PNG, is "
                       "not installed (Debian: librsvg2-bin); write .svg",
                       target);
    else if (code > 0)
        picture_failed(code, err);
    else if (code)
        weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                       "'%.200s': rsvg-convert has failed", target);
    else
        status = picture_write_all(target, out, err);
    if (out)
        fclose(out);
    return status;
}
