// The playground's editor, used as a person does: it explains broken rules, and every change of the
// drawing is a change of the text.
//
//     editor.mjs CHROMIUM WEFT PAGE
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Browser } from '../viewer/browser.mjs';
import { expect, finish, HOOK, openReady, play, same, set } from './asked.mjs';

const [,, chromium, weft, page] = process.argv, root = join(import.meta.dirname, '../..');
const rules = new Map(Array.from(readFileSync(join(root, 'docs/checking.md'), 'utf8').split('### Names of rules')[1].split('\n## ')[0]
  .matchAll(/^\| (.*) \| (.*\.) \|$/gm), each => [each[1], each[2]]));
const text = (tab, id) => tab.value(`document.getElementById('${id}').textContent`);
const begin = { problem: 'broadcast', network: 'hypercube:2', strategy: 'binomial', model: 'one-port', cost: null, settings: {}, schedule: null, goal: null, net: null };

/** Schedules on hypercube:2 that break one rule: the rule, the model, the transfers, the line that is marked. */
const BROKEN = [
  ['two sends', 'one-port', '1 0 1 0\n1 0 2 0\n', 2], ['two messages', 'shouting', '1 0 1 0\n1 0 2 1\n', 2], ['two receptions', 'shouting', '1 0 1 0\n1 0 2 0\n2 1 3 0\n2 2 3 0\n', 4],
  ['sending and receiving', 'one-port', '1 0 1 0\n2 0 2 0\n2 2 3 0\n', 3], ['arc', 'all-port', '1 0 1 0\n1 0 1 1\n', 2], ['neighbour', 'shouting', '1 0 3 0\n', 2],
  ['holds', 'all-port', '1 0 1 0\n1 1 3 0\n', 3], ['problem', 'one-port', '1 0 1 0\n', 0]];

/** Each rule: its meaning stands at the finding, and at the line of the text. */
async function explained(tab) {
  for (const [rule, model, lines, line] of BROKEN) {
    const { findings, valid } = await set(tab, { ...begin, model, schedule: `# processors: 4\n${lines}` });
    const at = findings.findIndex(each => each.rule === rule), items = await tab.value("[...document.querySelectorAll('#report ol li')].map(item => item.innerText)");
    same([valid, at >= 0], [false, true], `${rule}: ${JSON.stringify(findings)}`);
    expect(items.some(item => item.includes(findings[at]?.text) && item.includes(rules.get(rule))), `${rule}: ${items}`);
    const marked = await tab.value("[...document.querySelectorAll('#panel-schedule .numbers .wrong')].map(each => Number(each.textContent))");
    if (!line) continue;
    expect(marked.includes(line), `${rule}: the marked lines ${marked}`);
    await tab.value(`(field => { field.focus(); field.setSelectionRange(...Array(2).fill(field.value.split('\\n').slice(0, ${line - 1}).join('\\n').length + 1)); field.click(); })(document.getElementById('text-schedule'))`);
    const said = await text(tab, 'broken-text-schedule');
    expect(said.startsWith(`line ${line}: step `) && said.endsWith(rules.get(rule)), `${rule}: ${said}`);
    same(await tab.value("[...document.querySelectorAll('#panel-schedule .under u')].map(each => each.textContent).join()"),
      lines.split('\n').filter((_, i) => marked.includes(i + 2)).join(), `${rule}: the underlined lines`);
  }
  await set(tab, begin);
  same(await tab.value("document.getElementById('broken-text-schedule').hidden"), true, 'nothing is broken');
}

/** The fewest steps that are known: by the bound, by the table, by a search. */
async function best(tab) {
  await set(tab, begin);
  same(await text(tab, 'best'), '2 is the optimum, and binomial has it', 'at the bound');
  await set(tab, { schedule: '# processors: 4\n1 0 1 0\n2 0 2 0\n3 1 3 0\n' });
  same(await text(tab, 'best'), '2 is the optimum, you have 3', 'an own schedule');
  const { rows } = JSON.parse(execFileSync(weft, ['compare', 'successive', '-n', 'hypercube:3', '--json'], { encoding: 'utf8' }));
  const least = Math.min(...rows.map(row => row.steps)), { steps } = await set(tab, { ...begin, problem: 'successive', network: 'hypercube:3', strategy: 'rotated', model: null });
  expect((await text(tab, 'best')).match(`^the best strategy, .*, has ${least}, rotated has ${steps}$`), `of the table: ${await text(tab, 'best')}`);
  await tab.value("document.querySelector('#minimum button').click()");
  await tab.until("!document.querySelector('#minimum button').hidden");
  const optimum = /(\d+) steps, and/.exec(await text(tab, 'minimum-says'))?.[1];
  same(await text(tab, 'best'), `${optimum} is the optimum, rotated has ${steps}`, 'found by the search');
  await set(tab, { network: 'hypercube:2' });
  expect(!(await text(tab, 'best')).includes(`${optimum} is`), 'forgotten with its question');
  await set(tab, begin);
}

// ---- all together -----------------------------------------------------------------

const browser = new Browser(chromium);
try {
  const tab = await openReady(browser, `${pathToFileURL(page).href}#v=1&t=0`);
  await play(tab, { explained, best });
} finally {
  await browser.close();
}
finish();
