/* Reports for editors. */
#include "common/editor-lines.h"
#include "common/terminal.h"

#include <string.h>

static bool editor_lines;

void editor_lines_select(void)
{
    editor_lines = true;
}

bool editor_lines_selected(void)
{
    return editor_lines;
}

const char *editor_lines_file(const char *file)
{
    size_t length = strspn(file, "abcdefghijklmnopqrstuvwxyz0123456789");
    return length && file[length] == ':' ? file + length + 1 : file;
}

void editor_line_print(FILE *out, const char *file, unsigned long line,
                       const char *kind, const char *text, const char *rule)
{
    print_plainly(out, "%s:%lu: %s: %s%s%s%s\n", file, line ? line : 1, kind,
                  text, rule ? " [" : "", rule ? rule : "", rule ? "]" : "");
}
