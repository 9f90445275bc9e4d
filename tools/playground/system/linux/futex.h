/* Constants of futexes, which the playground does not use (system.h). */
#define FUTEX_WAIT_PRIVATE 128
#define FUTEX_WAKE_PRIVATE 129
