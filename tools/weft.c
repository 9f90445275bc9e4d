/* weft: the program. Finds the command in the table and runs it. */
#include "command.h"
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/weft.h>

static void help(FILE *out)
{
    fputs("Usage: weft COMMAND [ARGUMENT...]\n"
          "Run message-passing algorithms on an emulated multicomputer, check "
          "every step,\nwrite and draw traces.\n\nCommands:\n",
          out);
    for (const struct command *const *c = commands; *c; c++)
        fprintf(out, "  %-10s %s\n", (*c)->name, (*c)->summary);
    fputs("\n`weft COMMAND --help` explains a command. Start with:\n"
          "  weft compare successive -n hypercube:4\n",
          out);
}

static const struct command *find(const char *name)
{
    for (const struct command *const *c = commands; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

static const char *name_of(size_t index)
{
    return commands[index] ? commands[index]->name : NULL;
}

int complain(int status, const char *what, const struct weft_error *err)
{
    fputs("weft: ", stderr);
    if (what)
        fprintf(stderr, "%s: ", what);
    if (err->line)
        fprintf(stderr, "line %u: ", err->line);
    fprintf(stderr, "%s\n", err->text);
    return status;
}

int complain_of_file(const char *file, const struct weft_error *err)
{
    int status = weft_error_is_misuse(err) ? EXIT_MISUSE : EXIT_FAILED;
    const char *colon = strchr(file, ':'); /* FORMAT:FILE */
    bool named = strstr(err->text, colon ? colon + 1 : file) != NULL;
    return complain(status, named ? NULL : file, err);
}

/* What is printed must arrive: a full disk is a failure. */
static int finish(int status)
{
    static bool told;
    struct weft_error err;
    if (told || (!fflush(stdout) && !ferror(stdout)))
        return status;
    told = true;
    weft_error_system(&err, errno, 0, "cannot write standard output: %s",
                      strerror(errno));
    return complain(status ? status : EXIT_FAILED, NULL, &err);
}

/* The same where it is argp that prints and exits, for --help. */
static void finish_at_exit(void)
{
    if (finish(EXIT_GOOD) != EXIT_GOOD)
        _exit(EXIT_FAILED);
}

/* Who starts us may have closed a standard stream, so that the next file that
 * is opened would be taken for it; or ignore a signal, which stays ignored. */
static void prepare(void)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGTERM, SIGQUIT};
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd)
            _exit(EXIT_FAILED);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        signal_catch(ends[i], SIG_DFL, 0);
    signal(SIGXFSZ, SIG_IGN); /* a file too large is an error like others */
    atexit(finish_at_exit);
}

int main(int argc, char **argv)
{
    prepare();
    if (argc < 2) {
        help(stderr);
        return EXIT_MISUSE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        help(stdout);
        return finish(EXIT_GOOD);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("weft %s\n", weft_version());
        return finish(EXIT_GOOD);
    }
    const struct command *command = find(argv[1]);
    if (!command) {
        struct weft_error err;
        weft_unknown(&err, "command", argv[1], name_of);
        return complain(EXIT_MISUSE, NULL, &err);
    }
    char name[32];
    snprintf(name, sizeof name, "weft %s", command->name);
    argv[1] = name;
    return finish(command->run(argc - 1, argv + 1));
}
