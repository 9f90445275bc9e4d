/* `weft version`: the program and what it was built with. */
#include "common/program-version.h"

#include "common/answer.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <weft/machine.h>
#include <weft/unstable/optimum.h>
#include <weft/version.h>

void version_print(void)
{
    printf("weft %s\n", weft_version());
}

/* Write the files in the folder of modules. */
static void version_modules(struct json *json)
{
    char pattern[4096];
    const char *set = getenv("WEFT_MODULES");
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/weft-*",
             set && *set ? set : WEFT_MODULES);
    glob(pattern, 0, NULL, &found);
    json_open(json, "modules", '[');
    for (size_t i = 0; i < found.gl_pathc; i++)
        json_text(json, NULL, strrchr(found.gl_pathv[i], '/') + 1);
    json_close(json, ']');
    globfree(&found);
}

void version_json(void)
{
    struct json json = answer_open("version", stdout);
    const struct weft_engine *engine;
    struct utsname system;
    json_text(&json, "version", weft_version());
    json_text(&json, "compiler", __VERSION__);
    json_text_or_null(&json, "solver", weft_optimum_solver());
    json_open(&json, "engines", '[');
    for (size_t i = 0; (engine = weft_engine(i)); i++)
        json_text(&json, NULL, engine->name);
    json_close(&json, ']');
    version_modules(&json);
    if (!uname(&system)) {
        json_text(&json, "system", system.sysname);
        json_text(&json, "release", system.release);
        json_text(&json, "machine", system.machine);
    }
    answer_close(&json);
}
