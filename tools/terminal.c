/* What a terminal can show. */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

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
