/* `weft version`: the program and what it was built with. */
#ifndef WEFT_TOOLS_PROGRAM_VERSION_H
#define WEFT_TOOLS_PROGRAM_VERSION_H

void version_print(void);
/* Print what a report of a bug should contain. */
void version_json(void);

#endif
