/* Marks the current thread as running code that is not part of weft, such as a
 * plug-in being loaded, or a plug-in's network, goal or bounds. If such code
 * ends the process, the error message can say so. */
#ifndef WEFT_SRC_BASE_PLUGIN_CODE_H
#define WEFT_SRC_BASE_PLUGIN_CODE_H

#include <stdbool.h>

void plugin_code_enters(void);
void plugin_code_leaves(void);
bool plugin_code_is_running(void);

#endif
