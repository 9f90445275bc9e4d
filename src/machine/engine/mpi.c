/* Engine `mpi`: fibers in each of several processes (cluster/); like `fibers`
 * in a process that was started alone. */
#include "engine.h"
#include "machine/run.h"

/* The last processor of a process to wait polls for messages of other
 * processes: MPI libraries have used up to 10 KiB of its stack for this. */
#define MORE_STACK 16384

static int engine_mpi_open_engine(struct run *run, struct weft_error *err)
{
    if (run->share)
        run->spare = MORE_STACK;
    run->stack += run->spare;
    return engine_fibers.open(run, err);
}

static int engine_mpi_launch(struct weft_processor *processor)
{
    return engine_fibers.launch(processor);
}

static int engine_mpi_pass(struct weft_processor *from,
                           struct weft_processor *to)
{
    return engine_fibers.pass(from, to);
}

static void engine_mpi_close_engine(struct run *run)
{
    engine_fibers.close(run);
}

const struct engine engine_mpi = {
    .info = {"mpi", "fibers in each of several processes (mpirun)"},
    .open = engine_mpi_open_engine,
    .launch = engine_mpi_launch,
    .pass = engine_mpi_pass,
    .close = engine_mpi_close_engine,
};
