// Emscripten wants to know the functions that wasm-opt puts in (link.sh).
mergeInto(LibraryManager.library, {
  start_unwind: function () {},
  stop_unwind: function () {},
  start_rewind: function () {},
  stop_rewind: function () {},
})
