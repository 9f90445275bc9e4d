/* Whether the system has only one thread; then workers and pools work in the
 * caller's thread. Tests define this on systems with threads. */
#ifndef WEFT_SRC_BASE_SYSTEM_THREAD_H
#define WEFT_SRC_BASE_SYSTEM_THREAD_H

#ifndef WEFT_ONE_THREAD
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
#define WEFT_ONE_THREAD 1
#else
#define WEFT_ONE_THREAD 0
#endif
#endif

#endif
