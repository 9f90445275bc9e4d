/* The playground: weft compiled to WebAssembly (docs/playground.md). It has
 * neither other programs nor shared objects. */
#ifndef WEFT_SRC_BASE_SYSTEM_PLAYGROUND_H
#define WEFT_SRC_BASE_SYSTEM_PLAYGROUND_H

#ifdef __EMSCRIPTEN__
#define WEFT_PLAYGROUND 1
#else
#define WEFT_PLAYGROUND 0
#endif

#define NOT_IN_PLAYGROUND "not in the playground: "

#endif
