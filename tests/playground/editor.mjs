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

/** Return the middle of the places of a display at which its tip begins with a text. */
const locate = (tab, word, wanted) => tab.value(`(() => {
  const over = document.querySelector('#card-${word} canvas:last-of-type'), { left, top, width, height } = over.getBoundingClientRect(), found = [];
  for (let x = 3; x < width; x += 6) for (let y = 3; y < height; y += 4) {
    over.dispatchEvent(new PointerEvent('pointermove', { clientX: left + x, clientY: top + y, bubbles: true }));
    const tip = document.getElementById('tip');
    if (!tip.hidden && tip.textContent.startsWith(${JSON.stringify(wanted)})) found.push([left + x, top + y]);
  }
  over.dispatchEvent(new PointerEvent('pointerleave'));
  return found.length ? [0, 1].map(i => found.reduce((sum, at) => sum + at[i], 0) / found.length) : null;
})()`);
const SHIFT = 8; /* in DevTools' protocol */
const middle = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];

/** Press at a place and leave at another one; then the schedule is, below its first line: */
async function drag(tab, from, to, wanted, what, modifiers = 0) {
  await tab.mouse('mouseMoved', ...from);
  await tab.mouse('mousePressed', ...from, { button: 'left', clickCount: 1, modifiers });
  if (to !== from) for (const at of [middle(from, to), to]) await tab.mouse('mouseMoved', ...at, { button: 'left', buttons: 1, modifiers });
  await tab.mouse('mouseReleased', ...to, { button: 'left', clickCount: 1, modifiers });
  await becomes(tab, wanted, what);
}

async function becomes(tab, wanted, what) {
  await tab.value(`${HOOK}.settled()`);
  await tab.frame();
  if (wanted !== null) same(await tab.value(`${HOOK}.state().schedule`), `# processors: 4\n${wanted}`, what);
}

const edits = async (tab, schedule, more = {}) => {
  await set(tab, { ...begin, schedule: `# processors: 4\n${schedule}`, ...more });
  await tab.value("document.getElementById('edit-drawing').checked || document.getElementById('edit-drawing').click()");
  await tab.value('scrollTo(0, 0)');
  await tab.frame();
};

/** In the animation: a sender and a receiver, a drag, a press on a transfer, another receiver; and back. */
async function drawing(tab) {
  await edits(tab, '', { d: 'animation', t: '0' });
  same(await text(tab, 'counter'), 'more is wanted than the messages that are sent; 0 steps', 'nothing is delivered');
  const at = [];
  for (let rank = 0; rank < 4; rank++) at.push(await locate(tab, 'animation', `processor ${rank} `));
  expect(at.every(each => each), `the processors: ${JSON.stringify(at)}`);
  await drag(tab, at[0], at[0], null, '');
  await drag(tab, at[1], at[1], '1 0 1 0\n', 'a sender and a receiver');
  same(await text(tab, 'counter'), '1 of 3 delivered, of 1 message; 2 of 4 processors lack something; 1 step', 'the counter');
  await drag(tab, at[1], at[3], '1 0 1 0\n1 1 3 0\n', 'a drag');
  await drag(tab, middle(at[1], at[3]), middle(at[1], at[3]), '1 0 1 0\n', 'a transfer taken away');
  await drag(tab, middle(at[0], at[1]), at[2], '1 0 2 0\n', 'another receiver');
  await tab.value("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))");
  await becomes(tab, '1 0 1 0\n', 'undone');
  await tab.value("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Z', ctrlKey: true, shiftKey: true, bubbles: true }))");
  await becomes(tab, '1 0 2 0\n', 'done again');
  await drag(tab, at[0], at[3], '1 0 2 0\n', 'no link: refused');
  expect((await text(tab, 'edit-hint')).startsWith('no link from 0 to 3'), 'the refusal');
  await drag(tab, at[0], at[3], '1 0 2 0\n1 0 3 0\n', 'no link: forced', SHIFT);
  await drag(tab, at[0], at[0], null, '');
  expect((await text(tab, 'edit-hint')).startsWith('Step 1: 0 sends'), 'a sender');
  await drag(tab, at[0], at[0], '1 0 2 0\n1 0 3 0\n', 'the sender again');
  expect((await text(tab, 'edit-hint')).startsWith('Step 1 is edited'), 'no sender');
  const lines = '1 0 1 0\n2 0 1 5\n3 3 1 7\n4 0 1 8\n';
  await edits(tab, lines, { d: 'animation', t: '2' });
  await drag(tab, at[1], at[3], lines.replace('4', '3 1 3 5\n4'), 'the message that came last before this step');
  await edits(tab, lines, { d: 'animation', t: '2', pick: 'message:7' });
  await drag(tab, at[1], at[3], lines.replace('4', '3 1 3 7\n4'), 'the selected message');
}

/** The last 200 changes can be undone; a change forgets those that were undone; an undo opens its text. */
async function undoing(tab) {
  await edits(tab, '');
  const counts = await tab.value(`(() => {
    const field = document.getElementById('text-schedule'), [undo, redo] = ['undo', 'redo'].map(name => [...document.querySelectorAll('#panel-schedule button')].find(each => each.textContent === name));
    const type = i => { field.value = '# ' + i; field.dispatchEvent(new Event('input')); }, presses = button => { let n = 0; for (; !button.disabled; n++) button.click(); return n; };
    for (let i = 0; i < 205; i++) type(i);
    const found = [presses(undo), field.value, presses(redo), field.value];
    undo.click();
    type('new');
    return [...found, redo.disabled];
  })()`);
  same(counts, [200, '# 4', 200, '# 204', true], 'undo and redo');
  const open = await tab.value(`(() => {
    document.getElementById('tab-goal').click();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }));
    return [...document.querySelectorAll('#editor [role=tab][aria-selected=true]')].map(each => each.id);
  })()`);
  same(open, ['tab-schedule'], 'the text that an undo changes is the one that is open');
}

/** In the space-time display: to another step, beyond the last one, and not before the first one. */
async function inTime(tab) {
  await edits(tab, '1 0 1 0\n2 0 2 0\n3 1 3 0\n', { d: 'spacetime', t: '0' });
  const place = async name => locate(tab, 'spacetime', name), step = await tab.value("document.querySelector('#card-spacetime canvas').getBoundingClientRect().width / 3.4");
  let [x, y] = await place('message 0: 1 = 01 to 3 = 11');
  await drag(tab, [x, y], [x - step, y], '1 0 1 0\n2 0 2 0\n2 1 3 0\n', 'one step earlier');
  same(await tab.value(`${HOOK}.state().t`), '1', 'the clock is there');
  same(await text(tab, 'counter'), 'everything is delivered to all 4 processors; 2 steps', 'the counter');
  [x, y] = await place('message 0: 0 = 00 to 1 = 01');
  await drag(tab, [x, y], [x - 2 * step, y], '1 0 1 0\n2 0 2 0\n2 1 3 0\n', 'not before step 1');
}

/** The same by controls, and whole steps. */
async function controls(tab) {
  await edits(tab, '1 0 1 0\n', { d: 'animation', t: '1' });
  const press = (name, what) => tab.value(`[...document.querySelectorAll('#tools button')].find(each => ${what ?? 'each.textContent'} === ${JSON.stringify(name)}).click()`);
  const fill = async (name, value) => {
    await tab.value(`document.getElementById('edit-${name}').select()`);
    await tab.value(`document.execCommand('insertText', false, '${value}')`);
  };
  await fill('from', '1');
  await fill('to', '3');
  await fill('message', '4');
  await tab.key('Enter');
  await becomes(tab, '1 0 1 0\n2 1 3 4\n', 'added by the fields');
  await press('the transfer from 1 to 3 one step later', 'each.title');
  await becomes(tab, '1 0 1 0\n3 1 3 4\n', 'later');
  same(await tab.value(`${HOOK}.state().t`), '2', 'the clock is there');
  await press('take the transfer from 1 to 3 away', 'each.title');
  await becomes(tab, '1 0 1 0\n', 'taken away');
  await edits(tab, '1 0 1 0\n', { t: '0' });
  await press('the transfer from 0 to 1 one step earlier', 'each.title');
  await becomes(tab, '1 0 1 0\n', 'not before step 1');
  same(await text(tab, 'edit-hint'), 'Step 1 cannot be earlier.', 'the reason');
  const lines = '1 0 1 0\n2 0 2 0\n2 1 3 0\n';
  for (const [scope, name, wanted] of [['0', 'later \u25b8', '1 0 1 0\n3 0 2 0\n3 1 3 0\n'], ['1', '\u25c2 earlier', '1 0 1 0\n1 0 2 0\n1 1 3 0\n'], ['2', 'later \u25b8', '2 0 1 0\n3 0 2 0\n3 1 3 0\n'],
    ['2', '\u25c2 earlier', lines], ['0', 'mirror', '1 0 1 0\n2 2 0 0\n2 3 1 0\n'], ['2', 'mirror', '1 2 0 0\n1 3 1 0\n2 1 0 0\n'], ['0', 'insert a step', '1 0 1 0\n3 0 2 0\n3 1 3 0\n'], ['0', 'delete the step', '1 0 1 0\n']]) {
    await edits(tab, lines, { t: '1' });
    await tab.value(`document.getElementById('edit-scope').value = '${scope}'`);
    await press(name);
    await becomes(tab, wanted, `${name} of scope ${scope}`);
  }
  await set(tab, begin);
}

/** The own network: links and vertices by pressing and by keys, its size as weft reports it. */
async function network(tab) {
  await set(tab, { ...begin, d: 'animation', t: '0' });
  await tab.value("(document.getElementById('tab-net').click(), document.getElementById('net-drawing').scrollIntoView({ block: 'center' }))");
  await tab.frame();
  const where = what => tab.value(`(r => [r.left + r.width / 2, r.top + r.height / 2])(document.querySelector('#net-drawing ${what}').getBoundingClientRect())`);
  const vertex = name => where(`[data-name="${name}"]`), count = what => tab.value(`document.querySelectorAll('#net-drawing ${what}').length`);
  const settles = async (wanted, what) => {
    await becomes(tab, null);
    same(await tab.value(`${HOOK}.state().net`), wanted, what);
  };
  const square = '0 1\n0 2\n1 3\n2 3\n';
  same([await count('g'), await count('line')], [4, 4], 'the network of the controls');
  await tab.click(...await vertex(0));
  await tab.click(...await vertex(3));
  await settles(`${square}0 3\n`, 'a link by two presses');
  await tab.until("document.getElementById('net-says').textContent.startsWith('4 processors, 10 arcs, degree 2 to 3, diameter 2')");
  same((await tab.value(`${HOOK}.result().messages`)), 3, 'a run on it');
  await tab.click(...await vertex(3));
  await tab.click(...await vertex(0));
  await settles(square, 'taken away by two presses');
  await tab.value("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))");
  await settles(`${square}0 3\n`, 'there again');
  await tab.click(...await where('line[data-line="1"]'));
  await settles('0 1\n1 3\n2 3\n0 3\n', 'a link taken away');
  await tab.mouse('mousePressed', ...await vertex(0), { button: 'left', clickCount: 1 });
  const at = await vertex(2);
  await tab.mouse('mouseMoved', ...at, { button: 'left', buttons: 1 });
  await tab.mouse('mouseReleased', ...at, { button: 'left', clickCount: 1 });
  await settles('0 1\n1 3\n2 3\n0 3\n0 2\n', 'a drag');
  const [x, y] = middle(await vertex(0), await vertex(1));
  await tab.click(x, y - 20);
  await settles('0 1\n1 3\n2 3\n0 3\n0 2\n0 4\n', 'a vertex in an empty place');
  await tab.value("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))");
  await settles('0 1\n1 3\n2 3\n0 3\n0 2\n', 'undone');
  await tab.value("document.querySelector('#net-drawing [tabindex=\"0\"]').focus()");
  for (const key of ['Escape', 'ArrowLeft', 'ArrowRight', 'ArrowRight']) await tab.key(key);
  const name = await tab.value('document.activeElement.dataset.name');
  await tab.key('Enter');
  same(await tab.value('document.activeElement.ariaPressed'), 'true', 'chosen by a key');
  await tab.key('Delete');
  await becomes(tab, null);
  const text = await tab.value(`${HOOK}.state().net`), left = square.concat('0 3\n').split('\n').filter(line => line && !line.includes(name)).length;
  same([await count('g'), text.split('\n').filter(line => line).length, /[3-9]/.test(text)], [3, left, false], `without ${name}: ${text}`);
  await set(tab, { net: 'switch s # a switch\n0 s\n1 s  2 10\n2 > s\ns > 2\n' });
  same([await count('g rect'), await count('g circle')], [1, 3], 'a switch');
  await tab.click(...await vertex(1));
  await tab.value("[...document.querySelectorAll('#panel-net button')].find(each => each.textContent === 'remove the vertex').click()");
  await settles('switch s # a switch\n0 s\n1 > s\ns > 1\n', 'the other lines stay');
  await set(tab, { net: null });
  await tab.value("document.getElementById('tab-schedule').click()");
}

// ---- all together -----------------------------------------------------------------

const browser = new Browser(chromium);
try {
  const tab = await openReady(browser, `${pathToFileURL(page).href}#v=1&t=0`);
  await play(tab, { explained, best, drawing, undoing, inTime, controls, network });
} finally {
  await browser.close();
}
finish();
