// weft in JavaScript: its commands, compiled to WebAssembly, as functions. weft.d.ts describes
// them. Every call is an instance of the module with its own memory and files.

/** A command that failed: its exit status, and the text that it printed. */
export class WeftError extends Error {
  constructor(text, status) {
    super(text)
    this.name = "WeftError"
    this.status = status
  }
}

const words = (settings) => Object.entries(settings).flatMap(([name, value]) => {
  const option = "--" + name.replaceAll("_", "-")
  if (value === undefined || value === null || value === false)
    return []
  return value === true ? [option] : [`${option}=${value}`] // a list: its parts with commas
})

const text = (bytes) => new TextDecoder().decode(bytes)

function commandsOf(module) {
  async function call(argv, files, want) {
    const result = await module.command(argv, files, want)
    const said = text(result.err).trim().replace(/^weft: /, "")
    return {...result, out: text(result.out), said}
  }

  // The JSON of a command, whether its verdict is good or bad.
  async function report(argv, settings = {}, files = {}) {
    const result = await call([...argv, "--json", ...words(settings)], files, null)
    if (!result.out.startsWith("{") || result.out.startsWith('{"schema": "weft/error/'))
      throw new WeftError(result.said, result.status)
    for (const name of Object.keys(files))
      delete result.files[name]
    return {...JSON.parse(result.out), files: result.files}
  }

  // The file that a command writes.
  async function written(argv, settings = {}, files = {}) {
    const result = await call([...argv, "--output=weft.out", ...words(settings)], files, ["weft.out"])
    if (result.status)
      throw new WeftError(result.said, result.status)
    return text(result.files["weft.out"])
  }

  return {
    command: (argv, files, want) => module.command(argv, files, want),
    run: (problem, settings, files) => report(["run", problem], settings, files),
    compare: (problem, settings, files) => report(["compare", problem], settings, files),
    bound: (problem, settings, files) => report(["bound", problem], settings, files),
    optimum: (problem, settings, files) => report(["optimum", problem], settings, files),
    check: (trace, settings, files) => report(["check", trace], settings, files),
    stats: (trace, settings, files) => report(["stats", trace], settings, files),
    list: (what) => report(["list", what]),
    figure: (kind, trace, settings, files) => written(["figure", kind, trace], settings, files),
    page: (traces, settings, files) => written(["view", ...[traces].flat()], settings, files),
  }
}

/** Load the module: weft.wasm beside this file, or other bytes or another compiled module. */
export async function load(wasm) {
  const place = new URL("./weft.wasm", import.meta.url)
  if (globalThis.process?.versions?.node) {
    const {createRequire} = await import("node:module")
    const {readFile} = await import("node:fs/promises")
    const commands = createRequire(import.meta.url)("./commands/commands.js")
    return commandsOf(await commands.load(wasm ?? await readFile(place)))
  }
  await import("./commands/commands.js") // a script: it defines weftLoad
  return commandsOf(await globalThis.weftLoad(wasm ?? await (await fetch(place)).arrayBuffer()))
}
