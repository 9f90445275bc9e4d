/* Elements of the document. Text stays text: nothing in it is parsed as markup. */

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

/** Return a button whose text is its name. */
export function textButton(text, title, onclick, more = {}) {
  return make('button', { type: 'button', title, onclick, ...more }, text);
}

/** Return a button with a symbol, and a name for screen readers. */
export function button(picture, name, onclick, more = {}) {
  return textButton(picture, name, onclick, { 'aria-label': name, ...more });
}

/** Return a choice among words. Left and right still move the clock, and after
 * a choice with the pointer, all keys belong to the page again. @param
 * {string[]} values */
export function choice(name, values, value, onchange, textOf = word => word) {
  const select = make('select', { 'aria-label': name, title: name });
  for (const word of values) select.append(make('option', { value: word, text: textOf(word) }));
  select.value = value;
  let byKeys = false; /* whether the user moved through the list by its keys */
  select.addEventListener('keydown', event => { byKeys = /^Arrow(Up|Down)$/.test(event.key); });
  select.addEventListener('pointerdown', () => { byKeys = false; });
  select.addEventListener('change', () => {
    onchange(select.value);
    if (!byKeys) select.blur();
  });
  return select;
}

const EDGE = 8; /* distance in pixels between a menu and the edge of the window */

/** The menu that is open. @type {{element: any, close: (back: boolean) => void}|null} */
let opened = null;

/** Close the open menu, and return the focus to its button. */
export function closeMenu() {
  if (!opened) return false;
  opened.close(true);
  return true;
}

addEventListener('pointerdown', event => {
  if (opened && !opened.element.contains(/** @type {Node} */ (event.target))) opened.close(false);
}, true);
addEventListener('resize', () => opened?.close(false));

/** Return a button with a panel below it, which stays inside the window.
 * Escape, a click elsewhere and the loss of focus close the panel. @param
 * {Object<string, any>} summary its attributes */
export function menu(summary, panel, attributes = {}) {
  const head = make('summary', summary);
  const element = make('details', { className: 'menu', ...attributes }, head, panel);
  panel.tabIndex = -1; /* so that a click between its controls does not move the focus elsewhere */
  const self = {
    element,
    close(back) {
      element.open = false;
      if (opened === self) opened = null;
      if (back) head.focus();
    },
  };
  element.addEventListener('toggle', () => {
    if (!element.open) {
      if (opened === self) opened = null;
      return;
    }
    if (opened && opened !== self) opened.close(false);
    opened = self;
    const { right } = head.getBoundingClientRect(), { width } = panel.getBoundingClientRect();
    const room = document.documentElement.clientWidth - width - EDGE;
    panel.style.left = `${Math.max(EDGE, Math.min(room, right - width)) - element.getBoundingClientRect().left}px`;
  });
  element.addEventListener('focusout', () => setTimeout(() => {
    if (element.open && !element.contains(document.activeElement)) self.close(false);
  }));
  return element;
}

/** Offer a file for download. @param {Blob} blob */
export function save(blob, name) {
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
