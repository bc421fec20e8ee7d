/**
 * What the changelog says of a version: the text below its heading (`## 1.2.3`, with or without a date); null = nothing.
 * @param {string} text
 * @param {string} version
 */
export function entryOf(text, version) {
  const parts = text.split(/^## /m).slice(1);
  const own = parts.find((part) => part.split(/[\s\n]/, 1)[0] === version);
  const entry = own?.slice(own.indexOf('\n')).trim() ?? '';
  return entry === '' ? null : entry;
}
