/* Elements of the document. Text is text: nothing here makes markup of it. */

/**
 * @param {string} tag
 * @param {Object<string, any>} [attributes] "on..." are listeners, "text" the content
 * @param {...(Node|string|null)} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'text') element.textContent = value;
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== 'list' && key !== 'form') element[key] = value;
    else element.setAttribute(key, value);
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

/** A button with a picture and a name for who does not see it. */
export function button(picture, name, onclick, more = {}) {
  return make('button', { type: 'button', title: name, 'aria-label': name, onclick, ...more }, picture);
}

/** A choice among words. @param {string[]} values */
export function choice(name, values, value, onchange) {
  const select = make('select', { 'aria-label': name, title: name });
  for (const word of values) select.append(make('option', { value: word, text: word }));
  select.value = value;
  select.addEventListener('change', () => onchange(select.value));
  return select;
}

/** Let the user keep a file. @param {Blob} blob */
export function save(blob, name) {
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
