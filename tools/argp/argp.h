/* The part of glibc's <argp.h> that the commands use, for systems without it:
 * with the same names, layouts, order of calls, messages and help. ARGP_OWN
 * indicates this implementation, whose messages go to argp_messages. */
#ifndef WEFT_TOOLS_ARGP_ARGP_H
#define WEFT_TOOLS_ARGP_ARGP_H

#include <errno.h>
#include <stdio.h>

#define ARGP_OWN 1

#ifndef __error_t_defined
#define __error_t_defined 1
typedef int error_t;
#endif

struct argp_option {
    const char *name;
    int key; /* key; a printable character is also the short option */
    const char *arg;
    int flags;
    const char *doc;
    int group; /* 0: the group of the previous option */
};

#define OPTION_ARG_OPTIONAL 0x1
#define OPTION_HIDDEN 0x2
#define OPTION_ALIAS 0x4

struct argp;
struct argp_state;
typedef error_t (*argp_parser_t)(int key, char *arg, struct argp_state *state);

#define ARGP_ERR_UNKNOWN E2BIG
#define ARGP_KEY_ARG 0
#define ARGP_KEY_ARGS 0x1000006
#define ARGP_KEY_END 0x1000001
#define ARGP_KEY_NO_ARGS 0x1000002
#define ARGP_KEY_INIT 0x1000003
#define ARGP_KEY_FINI 0x1000007
#define ARGP_KEY_SUCCESS 0x1000004
#define ARGP_KEY_ERROR 0x1000005
#define ARGP_KEY_HELP_DUP_ARGS_NOTE 0x2000005

struct argp_child {
    const struct argp *argp;
    int flags;
    const char *header;
    int group;
};

struct argp {
    const struct argp_option *options;
    argp_parser_t parser;
    const char *args_doc; /* one line per usage */
    const char *doc; /* text before the options, '\v', and text after them */
    const struct argp_child *children;
    char *(*help_filter)(int key, const char *text, void *input); /* unused */
    const char *argp_domain;                                      /* unused */
};

struct argp_state {
    const struct argp *root_argp;
    int argc;
    char **argv;
    int next;
    unsigned flags;
    unsigned arg_num;
    int quoted; /* unused */
    void *input;
    void **child_inputs;
    void *hook; /* unused */
    char *name;
    FILE *err_stream;
    FILE *out_stream;
    void *pstate; /* unused */
};

#define ARGP_IN_ORDER 0x08
#define ARGP_NO_HELP 0x10 /* always in effect */

#define ARGP_HELP_USAGE 0x01
#define ARGP_HELP_SHORT_USAGE 0x02
#define ARGP_HELP_SEE 0x04
#define ARGP_HELP_LONG 0x08
#define ARGP_HELP_DOC 0x30
#define ARGP_HELP_BUG_ADDR 0x40
#define ARGP_HELP_EXIT_ERR 0x100
#define ARGP_HELP_EXIT_OK 0x200
#define ARGP_HELP_STD_ERR (ARGP_HELP_SEE | ARGP_HELP_EXIT_ERR)
#define ARGP_HELP_STD_HELP                                                     \
    (ARGP_HELP_SHORT_USAGE | ARGP_HELP_LONG | ARGP_HELP_EXIT_OK |              \
     ARGP_HELP_DOC | ARGP_HELP_BUG_ADDR)

extern error_t argp_err_exit_status;
extern FILE *argp_messages; /* NULL: stderr */

error_t argp_parse(const struct argp *argp, int argc, char **argv,
                   unsigned flags, int *end, void *input);
void argp_state_help(const struct argp_state *state, FILE *out, unsigned flags);

#endif
