/* The page of `weft view`: reads the runs from the document and shows them. */
import { readRuns } from './data.js';
import { displays } from './displays.js';
import { pathOf } from './displays/spacetime.js';
import { Frames, gifOf, stepsSvg, webmOf } from './film/film.js';
import { make } from './element.js';
import { Page } from './main.js';

async function start() {
  const told = readRuns(), { runs } = told;
  for (const run of runs) run.readFirst();
  const page = new Page(told);
  performance.mark('weft-first');
  if (document.readyState === 'loading')
    await new Promise(done => document.addEventListener('DOMContentLoaded', done));
  for (const run of runs) {
    await run.readAll();
    if (runs.length > 1) page.view.changed('view');
  }
  page.view.chooseColour();
  page.update('view');
  performance.mark('weft-whole');
  document.documentElement.dataset.ready = 'yes';
  /** @type {any} */ (globalThis).weft = { page, view: page.view, runs, displays, pathOf, films: { gif: gifOf, webm: webmOf, steps: stepsSvg, frames: Frames } };
}

start().catch(error => {
  document.getElementById('page').append(make('p', { className: 'failed', role: 'alert',
    text: `This page cannot be shown: ${error.message}. It needs a browser from 2023 or later.` }));
  throw error;
});
