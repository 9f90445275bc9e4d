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

/** A choice among words. Left and right stay keys of the clock, and after a choice by
 * the pointer all keys are those of the page again. @param {string[]} values */
export function choice(name, values, value, onchange, textOf = word => word) {
  const select = make('select', { 'aria-label': name, title: name });
  for (const word of values) select.append(make('option', { value: word, text: textOf(word) }));
  select.value = value;
  let byKeys = false; /* went through the list by its keys */
  select.addEventListener('keydown', event => { byKeys = /^Arrow(Up|Down)$/.test(event.key); });
  select.addEventListener('pointerdown', () => { byKeys = false; });
  select.addEventListener('change', () => {
    onchange(select.value);
    if (!byKeys) select.blur();
  });
  return select;
}

const EDGE = 8; /* pixels between a menu and the edge of the window */

/** The menu that is open. @type {{element: any, close: (back: boolean) => void}|null} */
let opened = null;

/** Close the menu that is open, and give the focus back to its button. */
export function closeMenu() {
  if (!opened) return false;
  opened.close(true);
  return true;
}

addEventListener('pointerdown', event => {
  if (opened && !opened.element.contains(/** @type {Node} */ (event.target))) opened.close(false);
}, true);
addEventListener('resize', () => opened?.close(false));

/** A button with a panel below it, inside the window. Escape, a click elsewhere and
 * the loss of the focus close it. @param {Object<string, any>} summary its attributes */
export function menu(summary, panel, attributes = {}) {
  const head = make('summary', summary);
  const element = make('details', { className: 'menu', ...attributes }, head, panel);
  panel.tabIndex = -1; /* a click between its controls does not leave it */
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

/** Let the user keep a file. @param {Blob} blob */
export function save(blob, name) {
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
