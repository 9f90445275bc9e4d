/* Engine `rounds`: src/rounds executes timetables; a machine with a program
 * cannot use it. */
#include "engine.h"

#include <weft/error.h>

static int engine_rounds_open(struct run *run, struct weft_error *err)
{
    (void)run;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "engine rounds executes timetables, not programs");
}

const struct engine engine_rounds = {
    .info = {"rounds",
             "round by round, without stacks, if the strategy is a timetable "
             "(default above 1024 processors)"},
    .open = engine_rounds_open,
};
