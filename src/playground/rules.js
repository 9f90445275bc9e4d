/* What the rules of findings mean: the table of docs/checking.md, which is in the document. */
let meanings = /** @type {Object<string, string>|null} */ (null);

/** Return the meaning of a rule in one sentence; empty if it has none. @param {string} rule */
export function meaningOf(rule) {
  meanings ??= JSON.parse(document.getElementById('rules-data').textContent);
  return Object.hasOwn(meanings, rule) ? meanings[rule] : '';
}
