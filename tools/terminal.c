/* What a terminal can show. */
#include "terminal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <weft/event.h>

#define COLUMNS_MAX 10000

int terminal_columns(FILE *out)
{
    struct winsize size;
    const char *said = getenv("COLUMNS");
    int columns = said ? atoi(said) : 0;
    if (columns > 0 && columns <= COLUMNS_MAX)
        return columns;
    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool terminal_colour(FILE *out)
{
    const char *term = getenv("TERM");
    const char *no = getenv("NO_COLOR");
    return isatty(fileno(out)) && !(no && *no) && term &&
           strcmp(term, "dumb") != 0;
}

static void print(const char *text, bool lines, FILE *out)
{
    while (*text) {
        size_t length = weft_character_length(text);
        bool ends = lines && *text == '\n';
        if (!length || (weft_character_controls(text) && !ends)) {
            putc('?', out);
            length = length ? length : 1;
        } else {
            fwrite(text, 1, length, out);
        }
        text += length;
    }
}

void print_plain(const char *text, FILE *out)
{
    print(text, false, out);
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
    print(text, true, out);
    free(text);
}
