// What the tests of the playground's page share: expectations, and the page's hook.
export const HOOK = 'weft.playground';
let failures = 0;

export function expect(good, what) {
  if (good) return;
  failures++;
  console.log(`not so: ${what}`);
}

export const same = (found, wanted, what) =>
  expect(JSON.stringify(found) === JSON.stringify(wanted), `${what}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);

/** Change the state of the page, and return the result. */
export const set = (tab, part) => tab.value(`(${HOOK}.set(${JSON.stringify(part)}), ${HOOK}.settled().then(() => ${HOOK}.result()))`);

/** Open a page, and wait until it is ready. */
export async function openReady(browser, address, more = {}) {
  const tab = await browser.open(address, { ready: false, ...more });
  await tab.until("document.documentElement?.dataset.ready === 'yes'", 300000);
  await tab.value(`${HOOK}.settled()`);
  return tab;
}

/** Run the parts that $WEFT_PARTS names, or all; then nothing may be in the console, and nothing asked for. */
export async function play(tab, parts) {
  const only = process.env.WEFT_PARTS?.split(',');
  for (const [name, part] of Object.entries(parts)) {
    if (only && !only.includes(name)) continue;
    try {
      await part(tab);
    } catch (error) {
      expect(false, `${name}: ${error.stack}`);
    }
  }
  same(tab.said, [], 'the console');
  same((tab.asked ?? []).filter(address => !/^(file|blob|data):/.test(address)), [], 'requests'); /* only Chromium tells */
}

export function finish() {
  console.log(failures ? `${failures} failures` : 'all good');
  process.exit(failures ? 1 : 0);
}
