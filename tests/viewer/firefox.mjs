// The page in Firefox: it opens, draws every display, moves, says nothing on
// the console, and its numbers are those of Chromium's.
//
//     firefox.mjs FIREFOX PAGE
import { Firefox } from './marionette.mjs';

const [,, program, page] = process.argv;
let failures = 0;

function expect(good, what) {
  if (good) return;
  failures++;
  console.log(`not so: ${what}`);
}

async function look(tab) {
  await tab.value('(weft.view.displays = weft.displays.map(d => d.word), weft.view.changed("displays"))');
  for (const share of [0, 0.4, 1]) {
    await tab.value(`weft.view.setClock(weft.view.length * ${share})`);
    await tab.frame();
    const drawn = await tab.value("[...document.querySelectorAll('canvas')].filter(canvas => canvas.width > 20 && canvas.height > 20).length");
    expect(drawn > 20, `${drawn} canvases`);
  }
  const painted = await tab.value(`[...document.querySelectorAll('#card-count canvas')].some(canvas => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height), colours = new Set();
    for (let i = 0; i < data.length; i += 4) if (data[i + 3]) colours.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
    return colours.size > 2;
  })`);
  expect(painted, 'the count is painted');
  const total = await tab.value("[...document.querySelectorAll('#card-statistics tfoot tr')].map(row => [...row.cells].map(cell => cell.textContent).join(' '))");
  for (const line of total) console.log(line);
  expect(total.length > 0 && total.every(line => /^all( \d+)+$/.test(line)), 'the sums of the statistics');
}

const browser = new Firefox(program);
try {
  await look(await browser.open(page));
  expect(browser.said.length === 0, `the console: ${browser.said.join('; ')}`);
} catch (error) {
  failures++;
  console.log(error.stack, browser.output.join('').slice(-2000));
} finally {
  await browser.close();
}
console.log(failures ? `${failures} failures` : 'as it should be');
process.exit(failures ? 1 : 0);
