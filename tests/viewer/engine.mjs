// Perfetto's trace processor in Node. The package holds what the browser page
// loads into a worker: the glue expects a worker's globals and a fetchable
// .wasm file, so it gets stand-ins for both.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";

const CHUNK = 16 << 20; // bytes given to the engine at a time

// The package has the 32-bit module only; newer versions of Node can do 64
// bits. The engine finds out by compiling a module of a few bytes, which fails
// here.
function without_memory64(run) {
  const real = WebAssembly.Module;
  WebAssembly.Module = function (bytes) {
    if (bytes.byteLength < 100)
      throw new WebAssembly.CompileError("no 64-bit memory");
    return new real(bytes);
  };
  try {
    return run();
  } finally {
    WebAssembly.Module = real;
  }
}

function start_worker(folder) {
  globalThis.self = globalThis;
  globalThis.WorkerGlobalScope = function () {};
  Object.defineProperty(globalThis, "location", {
    value: { href: pathToFileURL(folder).href + "/" },
    configurable: true,
  });
  globalThis.wasm_bytes = readFileSync(join(folder, "trace_processor.wasm"));
  const seam = "locateFile: (s) => s,";
  const glue = readFileSync(join(folder, "engine_bundle.node.js"), "utf8");
  if (!glue.includes(seam)) throw new Error("the engine's glue has changed");
  const source = glue.replace(seam, `${seam} wasmBinary: self.wasm_bytes,`);
  without_memory64(() => vm.runInThisContext(source));
  return globalThis.onmessage; // takes the port of the engine's other end
}

// Starts the engine: open(bytes) loads a trace in place of the one before,
// query(sql) answers with an array of rows.
export async function start(folder) {
  const { EngineBase } = await import(pathToFileURL(join(folder, "engine.mjs")));
  class Engine extends EngineBase {
    mode = "WASM";
    id = "weft";
    rpcSendRequestBytes(bytes) {
      this.port.postMessage(bytes);
    }
  }
  const connect = start_worker(folder);
  // the module has started; what it deferred runs before the next timer
  await new Promise((done) => setTimeout(done, 0));
  const channel = new MessageChannel();
  connect({ data: channel.port1 });
  const engine = new Engine();
  engine.port = channel.port2;
  channel.port2.onmessage = (message) => engine.onRpcResponseBytes(message.data);
  const open = async (bytes) => {
    await engine.resetTraceProcessor({});
    for (let at = 0; at < bytes.length; at += CHUNK)
      await engine.parse(bytes.subarray(at, at + CHUNK));
    await engine.notifyEof();
  };
  const query = async (sql) => {
    const result = await engine.query(sql);
    const rows = [];
    for (const it = result.iter({}); it.valid(); it.next()) {
      const row = {};
      for (const column of result.columns()) {
        const value = it.get(column);
        row[column] = typeof value === "bigint" ? Number(value) : value;
      }
      rows.push(row);
    }
    return rows;
  };
  return { open, query, close: () => channel.port2.close() };
}

// Loads a trace. Returns a function that answers SQL with an array of rows.
export async function load(folder, trace) {
  const { open, query, close } = await start(folder);
  await open(new Uint8Array(readFileSync(trace)));
  return Object.assign(query, { close });
}
