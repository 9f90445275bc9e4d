// Finds headings of all pages by their words; places.js has them. Without scripts, the pages lack
// only this field.
'use strict';
const field = document.getElementById('find');
const list = document.getElementById('found');

/** The headings that have all the words, names that begin with the first one before others. */
function find(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = heading => heading.toLowerCase().indexOf(words[0]) >>> 0; // absent: last
  return words.length === 0 ? [] : places
    .filter(([, heading, title]) => words.every(word => `${heading} ${title}`.toLowerCase().includes(word)))
    .sort(([, a], [, b]) => rank(a) - rank(b) || a.length - b.length)
    .slice(0, 12);
}

field.addEventListener('input', () => list.replaceChildren(...find(field.value).map(([place, heading, title]) => {
  const link = Object.assign(document.createElement('a'), { href: field.dataset.root + place, textContent: heading });
  if (title !== heading) link.append(Object.assign(document.createElement('small'), { textContent: ` ${title}` }));
  const row = document.createElement('li');
  row.append(link);
  return row;
})));
field.addEventListener('keydown', event => {
  if (event.key === 'Escape') field.value = list.textContent = '';
  if (event.key === 'Enter') list.querySelector('a')?.click();
});
field.hidden = false;
