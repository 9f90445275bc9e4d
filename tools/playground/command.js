
// A command of weft: an instance of the module of its own, with files in
// memory, thrown away when the command ends.
//
//     const weft = await weftLoad(bytes)          // of weft-playground.wasm
//     const {status, out, err, files} =
//       await weft.command(["run", "gauss"], {"a.goal": "..."}, ["run.sched"])
//
// files: name: string or Uint8Array; the third argument names the files that
// are wanted back (null: all that are there). out and err are Uint8Arrays.
(function (scope) {
  "use strict"
  const folder = "/weft"
  const encoder = new TextEncoder()

  // Standard streams are files: no character goes through JavaScript by itself.
  function redirect(FS) {
    FS.mkdir(folder)
    FS.mkdir("/streams")
    for (const [fd, name] of ["in", "out", "err"].entries()) {
      const path = "/streams/" + name
      FS.writeFile(path, "")
      FS.close(FS.getStream(fd))
      const stream = FS.open(path, fd ? "a" : "r")
      if (stream.fd !== fd)
        throw new Error("standard streams have other numbers")
    }
    FS.chdir(folder)
  }

  function read(FS, path) {
    return FS.readFile(path)
  }

  // All files below a folder, by their names in it.
  function collect(FS, path, prefix, found) {
    for (const name of FS.readdir(path)) {
      if (name === "." || name === "..")
        continue
      const here = path + "/" + name
      if (FS.isDir(FS.stat(here).mode))
        collect(FS, here, prefix + name + "/", found)
      else
        found[prefix + name] = read(FS, here)
    }
    return found
  }

  function wanted(FS, names) {
    const all = collect(FS, folder, "", {})
    if (!names)
      return all
    const found = {}
    for (const name of names)
      if (name in all)
        found[name] = all[name]
    return found
  }

  function place(FS, files) {
    for (const [name, content] of Object.entries(files || {})) {
      const parts = name.split("/")
      for (let i = 1; i < parts.length; i++) {
        const path = folder + "/" + parts.slice(0, i).join("/")
        if (!FS.analyzePath(path).exists)
          FS.mkdir(path)
      }
      FS.writeFile(folder + "/" + name,
        typeof content === "string" ? encoder.encode(content) : content)
    }
  }

  // A program that recurses too deeply ends the instance: it is named as where
  // stacks have guards.
  function trapped(instance, error) {
    const text = instance._overflow_text()
    if (!text)
      throw error
    const stream = instance.FS.open("/streams/err", "a")
    const line = encoder.encode("weft: " + instance.UTF8ToString(text) + "\n")
    instance.FS.write(stream, line, 0, line.length)
    instance.FS.close(stream)
    return 1
  }

  async function command(module, argv, files, want) {
    const began = performance.now()
    let status = 0
    const instance = await weftModule({
      arguments: [],
      thisProgram: "weft",
      noInitialRun: true,
      quit: (code, error) => {
        status = code
        throw error
      },
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(module, imports).then(done)
        return {}
      },
    })
    const FS = instance.FS
    redirect(FS)
    place(FS, files)
    const started = performance.now()
    try {
      status = instance.callMain(argv.map(String))
    } catch (error) {
      if (!(error && error.name === "ExitStatus"))
        status = trapped(instance, error)
    }
    return {
      status,
      out: read(FS, "/streams/out"),
      err: read(FS, "/streams/err"),
      files: wanted(FS, want),
      ms: performance.now() - started,
      startMs: started - began,
      memory: instance.HEAPU8.length,
    }
  }

  scope.weftLoad = async function (bytes) {
    const module = bytes instanceof WebAssembly.Module
      ? bytes : await WebAssembly.compile(bytes)
    return {
      module,
      command: (argv, files, want) => command(module, argv, files, want),
    }
  }
  if (typeof module === "object" && module.exports)
    module.exports = {load: scope.weftLoad}
})(typeof globalThis === "object" ? globalThis : self)
