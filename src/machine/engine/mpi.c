/* Engine `mpi`: fibers in each of several processes (cluster/); in a process
 * that was started alone, fibers. */
#include "engine.h"

static int open_engine(struct run *run, struct weft_error *err)
{
    return engine_fibers.open(run, err);
}

static int launch(struct weft_processor *processor)
{
    return engine_fibers.launch(processor);
}

static int pass(struct weft_processor *from, struct weft_processor *to)
{
    return engine_fibers.pass(from, to);
}

static void close_engine(struct run *run)
{
    engine_fibers.close(run);
}

const struct engine engine_mpi = {
    .info = {"mpi", "fibers in each of several processes (mpirun)"},
    .open = open_engine,
    .launch = launch,
    .pass = pass,
    .close = close_engine,
};
