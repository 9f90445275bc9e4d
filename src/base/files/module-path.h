/* Where to find weft's modules: parts with their own dependencies, in files
 * that are loaded or run only when needed. */
#ifndef WEFT_SRC_BASE_FILES_MODULE_PATH_H
#define WEFT_SRC_BASE_FILES_MODULE_PATH_H

/* Return the path of a module's file: in the folder WEFT_MODULES if that is
 * set; else below modules/FOLDER of the build folder if the program runs there;
 * else in the folder of installed modules. The caller frees it; the file may
 * not exist. NULL: out of memory. */
char *module_path(const char *folder, const char *file);

#endif
