/* The workers: each is a lane that runs one command after the other. A command is cancelled by
 * ending its worker; the next command begins with a new one, from the same compiled module. */

/** @typedef {{status: number, out: Uint8Array, err: Uint8Array, files: Object<string, Uint8Array>,
 *   ms: number, memory: number}} Result */

/** The error of commands that were cancelled. */
export class Cancelled extends Error {}

/** Return the text of an element that holds gzip in base64, unpacked. */
export async function unpacked(id) {
  const element = document.getElementById(id), binary = atob(element.textContent);
  element.remove();
  const bytes = Uint8Array.from(binary, c => c.charCodeAt(0));
  const Stream = /** @type {any} */ (globalThis).DecompressionStream;
  return new Response(new Blob([bytes]).stream().pipeThrough(new Stream('gzip'))).arrayBuffer();
}

/** Return the compiled module and the address of the worker's program, which are in the document. */
export async function readModule() {
  const [module, glue] = await Promise.all([unpacked('module').then(bytes => WebAssembly.compile(bytes)), unpacked('glue')]);
  const program = [glue, document.getElementById('worker').textContent];
  return { module, address: URL.createObjectURL(new Blob(program, { type: 'text/javascript' })) };
}

export class Lane {
  /** @param {{module: WebAssembly.Module, address: string}} source */
  constructor(source) {
    this.source = source;
    /** @type {Worker|null} */
    this.worker = null;
    this.next = 0;
    /** @type {Map<number, {resolve: (result: Result) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.since = 0; /* when the command that runs was sent; 0: none runs */
  }

  /** Begin a worker, so that the first command need not wait for it. */
  begin() {
    if (this.worker) return;
    const worker = new Worker(this.source.address);
    this.worker = worker;
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = event => this.fail(new Error(event.message || 'the worker cannot be started'));
    worker.postMessage({ op: 'load', module: this.source.module });
  }

  /** @param {any} message */
  receive({ op, id, text, ...result }) {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    this.since = this.waiting.size ? performance.now() : 0;
    if (op === 'failed') {
      this.end(); /* its memory may be used up */
      waiting.reject(new Error(text));
    } else waiting.resolve(result);
  }

  /** Run a command: words without "weft", input files by name, names of the output files. @returns {Promise<Result>} */
  command(argv, files = {}, want = []) {
    this.begin();
    const id = ++this.next;
    this.since ||= performance.now();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ op: 'command', id, argv, files, want });
    });
  }

  /** Return how long the current command has been running, in milliseconds; 0: none. */
  get busy() {
    return this.since ? performance.now() - this.since : 0;
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    this.since = 0;
  }

  fail(error) {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.end();
    for (const each of waiting) each.reject(error);
  }

  /** Cancel everything that runs or waits. */
  cancel() {
    if (this.waiting.size) this.fail(new Cancelled('cancelled'));
  }
}
