/* The workers: each is a lane that runs one command after the other. A command is cancelled by
 * ending its worker; the next command begins with a new one, from the same compiled module. */

/** @typedef {{status: number, out: Uint8Array, err: Uint8Array, files: Object<string, Uint8Array>,
 *   ms: number, memory: number}} Result */

/** The error of commands that were cancelled. */
export class Cancelled extends Error {}

/** Return the contents of an element that holds gzip in base64, as a stream. */
export function unpacked(id) {
  const element = document.getElementById(id), binary = atob(element.textContent), bytes = new Uint8Array(binary.length);
  element.remove();
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  const Stream = /** @type {any} */ (globalThis).DecompressionStream;
  return new Blob([bytes]).stream().pipeThrough(new Stream('gzip'));
}

/** @typedef {{module: Promise<WebAssembly.Module>, address: string}} Source */

/** Return the module, which is compiled while it is unpacked, and the address of the worker's program; both are in the document.
 * @returns {Promise<Source>} */
export async function readModule() {
  const module = WebAssembly.compileStreaming(new Response(unpacked('module'), { headers: { 'Content-Type': 'application/wasm' } }));
  module.then(() => performance.mark('weft-module'), () => {}); /* commands report the error */
  const glue = await new Response(unpacked('glue')).text(), program = [glue, document.getElementById('worker').textContent];
  return { module, address: URL.createObjectURL(new Blob(program, { type: 'text/javascript' })) };
}

export class Lane {
  /** @param {Source} source */
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
    this.send(module => ({ op: 'load', module }));
  }

  /** Send a message to the worker, once the module is compiled. */
  send(message) {
    const { worker } = this;
    this.source.module.then(module => worker.postMessage(message(module)), error => {
      if (worker === this.worker) this.fail(error);
    });
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
      this.send(() => ({ op: 'command', id, argv, files, want }));
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
