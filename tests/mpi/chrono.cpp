/* weft mpi -n 2 */
/* The clocks of C++ are virtual, too; statics may begin with what they show. */
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <thread>

using namespace std::chrono;

static const auto begin = steady_clock::now();

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    auto before = steady_clock::now();
    auto day = system_clock::now();
    std::this_thread::sleep_for(milliseconds(1500 + rank));
    std::printf("rank %d: %g s, %lld us, %lld s of 1970\n", rank,
                duration<double>(steady_clock::now() - before).count(),
                (long long)duration_cast<microseconds>(
                    high_resolution_clock::now() - day)
                    .count(),
                (long long)system_clock::to_time_t(system_clock::now()));
    if (begin > before || begin.time_since_epoch() != nanoseconds(0))
        std::printf("a static began at another time\n");
    MPI_Finalize();
}
