// A page in axe-core: no violation, in the light and in the dark, on a laptop and on a phone, with
// all that opens opened; and a walk through it with the Tab key.
//
//     axe.mjs CHROMIUM AXE.js PAGE
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Browser } from './browser.mjs';

const [,, chromium, axe, page] = process.argv, url = `${pathToFileURL(page).href}#t=3`;
let failures = 0;

function expect(good, what) {
  if (good) return;
  failures++;
  console.log(`not so: ${what}`);
}

/** Everything that can be opened, as expressions. */
const OPENED = {
  'at first': '0',
  'menus': "[...document.querySelectorAll('details')].forEach(each => { each.open = true; })",
  'editing': "document.getElementById('edit-drawing')?.click()",
  'network': "document.getElementById('tab-net')?.click()",
  'help': "document.querySelector('dialog.help, #help')?.showModal?.()",
};

async function violations(tab, where) {
  for (const [what, open] of Object.entries(OPENED)) {
    await tab.value(`void (${open})`);
    await tab.frame();
    const found = await tab.value(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 4).map(node => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? '')).join(' | ')))`);
    for (const each of found) expect(false, `${where}, ${what}: ${each}`);
    await tab.value("[...document.querySelectorAll('dialog[open]')].forEach(each => each.close())");
  }
}

/** The Tab key reaches every control that is seen, once, and what has the focus is seen. */
async function walk(tab) {
  await tab.value("([...document.querySelectorAll('details')].forEach(each => { each.open = false; }), document.activeElement?.blur(), scrollTo(0, 0))");
  const wanted = await tab.value(`[...document.querySelectorAll('button, select, input, textarea, summary, a[href]')].filter(each =>
    !each.disabled && each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }) && each.type !== 'radio').length`);
  const seen = await tab.value('globalThis.walked = new Set(), 0') ?? 0;
  for (let i = seen; i < wanted + 60; i++) {
    await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
    await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
    const shown = await tab.value(`(() => {
      const at = document.activeElement;
      if (at === document.body) return true;
      if (at.matches('button, select, input, textarea, summary, a[href]')) walked.add(at);
      const { width, height } = at.getBoundingClientRect();
      return (width > 0 && height > 0) || at.outerHTML.slice(0, 120);
    })()`);
    expect(shown === true, `the focus is seen: ${shown}`);
  }
  const missed = await tab.value(`[...document.querySelectorAll('button, select, input, textarea, summary, a[href]')].filter(each =>
    !each.disabled && each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }) && each.type !== 'radio' && !walked.has(each)).map(each => each.outerHTML.slice(0, 120))`);
  expect(missed.length === 0, `reached by Tab: ${missed.slice(0, 8).join(' | ')}`);
}

const browser = new Browser(chromium), source = readFileSync(axe, 'utf8');
try {
  for (const dark of [false, true])
    for (const [width, height] of [[1280, 900], [390, 844]]) {
      const tab = await browser.open(url, { width, height, dark, ready: false });
      await tab.until("document.documentElement?.dataset.ready === 'yes'", 300000);
      await tab.value('globalThis.weft?.playground?.settled().then(() => 0)');
      await tab.value(`${source}; 0`);
      await violations(tab, `${width} px${dark ? ', dark' : ''}`);
      if (width === 1280 && !dark) await walk(tab);
      await tab.close();
    }
} finally {
  await browser.close();
}
console.log(failures ? `${failures} failures` : 'as it should be');
process.exit(failures ? 1 : 0);
