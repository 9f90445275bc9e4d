/* The worker of the playground, behind the glue of the module (weftLoad): one instance for each
 * command.
 *
 * to the worker: {op: 'load', module|bytes}, {op: 'command', id, argv, files, want};
 * from it: {op: 'loaded', ms}, {op: 'result', id, status, out, err, files, ms, memory},
 * {op: 'failed', id, text} if the module traps or runs out of memory. */
'use strict';
let weft = null;

async function answer({ op, id, module, bytes, argv, files, want }) {
  const began = performance.now();
  if (op === 'load') {
    weft = await /** @type {any} */ (globalThis).weftLoad(module ?? bytes);
    return { op: 'loaded', ms: performance.now() - began };
  }
  return op === 'command' ? { op: 'result', id, ...await weft.command(argv, files, want) } : null;
}

addEventListener('message', async ({ data }) => {
  try {
    const said = await answer(data);
    if (said) postMessage(said);
  } catch (error) {
    postMessage({ op: 'failed', id: data.id, text: String(error?.message ?? error) });
  }
});
