/** Settings of the command line by their long names, with _ or - between words: {network:
 * "ring:8", message_blocks: 2}; a list is joined with commas; true is an option without a value. */
export type Settings = Record<string,
  string | number | boolean | null | undefined | readonly (string | number)[]>

/** Files by their names: texts or bytes. */
export type Files = Record<string, string | Uint8Array>

/** Files that a command wrote, such as the traces of `run(..., {trace: "run.sched"})`. */
export interface Written { files: Record<string, Uint8Array> }

export interface LowerBound { name: string, time: number, text: string }

/** What `weft run --json` prints, as its schema describes (`weft list schema run`). Integers above
 * 2^53 lose digits. */
export interface Run {
  problem: string
  strategy: string
  network: string
  model: string
  processors: number
  /** time in steps, rounded up */
  steps: number
  /** time in time units */
  time: number
  messages: number
  conflicts: number
  valid: boolean
  lower_bound: number
  lower_bounds: LowerBound[]
  /** time over the bound; null if the bound is 0 */
  ratio: number | null
  [member: string]: unknown
}

/** What `weft compare --json` prints. */
export interface Comparison {
  problems: string[]
  complete: boolean
  rows: Run[]
  [member: string]: unknown
}

/** What `weft bound --json` prints. */
export interface Bound { bound: number, by: string, [member: string]: unknown }

/** What `weft optimum --json` prints: the minimum lies in lower..upper. */
export interface Optimum {
  lower: number
  upper: number
  decided: boolean
  reachable: boolean
  [member: string]: unknown
}

/** What `weft check --json` prints. */
export interface Verdict {
  verdict: "valid" | "not valid" | "not judged"
  conflicts: number
  findings: { slot: number, processor: number, text: string, [member: string]: unknown }[]
  [member: string]: unknown
}

/** What `command` resolves to. */
export interface Result {
  status: number
  out: Uint8Array
  err: Uint8Array
  files: Record<string, Uint8Array>
  /** milliseconds of the command */
  ms: number
  /** bytes of memory at its end */
  memory: number
}

/** Every function runs one command in this thread: use a worker for long ones. Commands that fail
 * without a result reject with a WeftError. `files` are the files that settings or traces name. */
export interface Weft {
  run(problem: string, settings?: Settings, files?: Files): Promise<Run & Written>
  compare(problem: string, settings?: Settings, files?: Files): Promise<Comparison & Written>
  bound(problem: string, settings?: Settings, files?: Files): Promise<Bound & Written>
  optimum(problem: string, settings?: Settings, files?: Files): Promise<Optimum & Written>
  /** A trace that breaks the rules is a verdict, not an error. */
  check(trace: string, settings: Settings, files: Files): Promise<Verdict & Written>
  stats(trace: string, settings: Settings, files: Files): Promise<Record<string, unknown> & Written>
  /** "problems", "networks", "models", "formats", ... */
  list(what: string): Promise<Record<string, unknown>>
  /** A figure of a trace, as SVG. */
  figure(kind: string, trace: string, settings: Settings, files: Files): Promise<string>
  /** A page that animates traces, as HTML. */
  page(traces: string | string[], settings: Settings, files: Files): Promise<string>
  /** Any command: its words without "weft", its files, the names of the files to return (null:
   * all). */
  command(argv: string[], files?: Files, want?: string[] | null): Promise<Result>
}

/** A command that failed: its text, and its exit status. */
export class WeftError extends Error {
  readonly status: number
}

/** Load the module: weft.wasm beside this file, or these bytes, or this compiled module. */
export function load(wasm?: BufferSource | WebAssembly.Module): Promise<Weft>
