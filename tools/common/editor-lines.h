/* Reports for editors: lines "FILE:LINE: error: TEXT [RULE]". */
#ifndef WEFT_TOOLS_EDITOR_LINES_H
#define WEFT_TOOLS_EDITOR_LINES_H

#include <stdbool.h>
#include <stdio.h>

/* Report in this form from now on (--lines), and whether to do so. */
void editor_lines_select(void);
bool editor_lines_selected(void);
/* Return a file's own name, without "FORMAT:" before it. */
const char *editor_lines_file(const char *file);
/* Print a line about a file, at `line` (0: unknown). `kind`: "error", "warning"
 * or "note"; `rule`: NULL for notes. */
void editor_line_print(FILE *out, const char *file, unsigned long line,
                       const char *kind, const char *text, const char *rule);

#endif
