/* Where the modules of weft are: parts with dependencies of their own, in files
 * that are loaded or run only when they are needed. */
#ifndef WEFT_SRC_BASE_FILES_MODULE_PATH_H
#define WEFT_SRC_BASE_FILES_MODULE_PATH_H

/* The path of a module's file: in the folder WEFT_MODULES, if that is set; else
 * below modules/FOLDER of the folder where weft was built, if the program runs
 * there; else where modules are installed. The caller frees it; the file may
 * not exist. NULL: no memory. */
char *module_path(const char *folder, const char *file);

#endif
