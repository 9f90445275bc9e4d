// Every page of the site in a browser on a phone, some on a desk in the dark: nothing scrolls
// sideways but tables and code, nothing is asked from elsewhere, the console is silent. Names are found.
//     widths.mjs BROWSER FOLDER
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Browser } from '../viewer/browser.mjs';

const [program, folder] = process.argv.slice(2);
const pages = readdirSync(folder, { recursive: true }).filter(name => name.endsWith('.html') && !name.startsWith('play/')).sort();
const root = `file://${resolve(folder)}/`;
const browser = new Browser(program);

/** Names that the field for searching does not find, from a page in a folder. */
async function lost(browser) {
  const tab = await browser.open(`${root}docs/concepts.html`, { ready: false });
  await tab.until("document.readyState === 'complete'");
  const names = [['weft_run', 'api/problem.html#weft_run'], ['exit status weft-check', 'man/weft-check.1.html#exit-status'], ['<b>', '']];
  let missed = 0;
  for (const [words, place] of names) {
    const first = await tab.value(`(field.value = ${JSON.stringify(words)}, field.dispatchEvent(new Event('input')),
      document.querySelector('#found a')?.href ?? '')`);
    if (first === (place && root + place)) continue;
    console.log(`'${words}' finds '${first}', not ${place}`);
    missed += 1;
  }
  return missed;
}

let wrong = pages.length < 50 ? 1 : 0;
try {
  for (const [width, dark] of [[390, false], [1200, true]]) {
    const tab = await browser.open('about:blank', { width, dark, ready: false });
    for (const name of pages.filter((_, i) => !dark || i % 8 === 0)) {
      await tab.send('Page.navigate', { url: root + name });
      await tab.until(`location.href === ${JSON.stringify(root + name)} && document.readyState === 'complete'`);
      const { wide, paper } = await tab.value(`({ wide: document.documentElement.scrollWidth,
        paper: getComputedStyle(document.body).backgroundColor })`);
      const light = paper === 'rgb(255, 255, 255)';
      const found = [wide > width && `${wide} pixels wide`, light === dark && `paper is ${paper}`,
        ...tab.said.splice(0), ...tab.asked.splice(0).filter(url => !url.startsWith(root))].filter(Boolean);
      for (const text of found) console.log(`${name} at ${width} pixels: ${text}`);
      wrong += found.length;
    }
  }
  wrong += await lost(browser);
} finally {
  await browser.close();
}
console.log(`${pages.length} pages opened, ${wrong} wrong`);
process.exit(wrong ? 1 : 0);
