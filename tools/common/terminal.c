/* Output to terminals. */
#include "common/terminal.h"

#include "common/answer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <weft/event.h>
#include <weft/unstable/cluster.h>

#define TERMINAL_COLUMNS_MAX 10000

/* mpirun may give its programs a terminal of their own and redirect their
 * output, so they are never treated as having a terminal. */
static bool is_terminal(FILE *out)
{
    return weft_cluster_started() < 0 && isatty(fileno(out));
}

int terminal_columns(FILE *out)
{
    struct winsize size;
    const char *said = getenv("COLUMNS");
    int columns = said ? atoi(said) : 0;
    if (columns > 0 && columns <= TERMINAL_COLUMNS_MAX)
        return columns;
    if (!is_terminal(out) || ioctl(fileno(out), TIOCGWINSZ, &size))
        return 0;
    return size.ws_col;
}

bool terminal_colour(FILE *out)
{
    const char *term = getenv("TERM");
    const char *no = getenv("NO_COLOR");
    return is_terminal(out) && !(no && *no) && term &&
           strcmp(term, "dumb") != 0;
}

size_t plain_length(const char *text, bool *plain)
{
    size_t length = weft_character_length(text);
    *plain = length && !weft_character_controls(text);
    return length ? length : 1;
}

void copy_whole(char *to, size_t size, const char *text)
{
    bool plain;
    size_t length = 0, next = 0;
    for (; text[length] && next < size;
         next += plain_length(text + next, &plain))
        length = next;
    snprintf(to, size, "%.*s", (int)(next < size ? next : length), text);
}

/* Print in large pieces, because standard error is not buffered. */
static void terminal_print(const char *text, bool lines, FILE *out)
{
    const char *whole = text; /* printable text that is not yet written */
    while (*text) {
        bool plain;
        size_t length = plain_length(text, &plain);
        bool bad = !plain && !(lines && *text == '\n');
        if (bad) {
            fwrite(whole, 1, (size_t)(text - whole), out);
            putc('?', out);
        }
        text += length;
        whole = bad ? text : whole;
    }
    fwrite(whole, 1, (size_t)(text - whole), out);
}

void print_plain(const char *text, FILE *out)
{
    terminal_print(text, false, out);
}

static ssize_t terminal_pass(void *out, const char *bytes, size_t count)
{
    char *text = strndup(bytes, count);
    if (!text)
        return 0; /* returning 0 signals an error to stdio */
    terminal_print(text, true, out);
    answer_line(text);
    free(text);
    return (ssize_t)count;
}

FILE *plain_stream(FILE *out)
{
    FILE *stream =
        fopencookie(out, "w", (cookie_io_functions_t){.write = terminal_pass});
    if (stream)
        setvbuf(stream, NULL, _IOLBF, 0);
    return stream;
}

void print_plainly(FILE *out, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        fputs("weft: no memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    terminal_print(text, true, out);
    free(text);
}

void print_wrapped(const char *text, int indent, FILE *out)
{
    int columns = isatty(fileno(out)) ? terminal_columns(out) : 0;
    int length = (int)strlen(text), used = 0;
    if (columns < indent + 20)
        columns = length;
    while (length > columns - used) {
        int end = columns - used;
        while (end && text[end] != ' ')
            end--;
        if (!end)
            break;
        fprintf(out, "%.*s\n%*s", end, text, indent, "");
        text += end + 1;
        length -= end + 1;
        used = indent;
    }
    fprintf(out, "%s\n", text);
}
