// Checks that what the browser loads is within its budget: sizes are KiB after gzip, from vite's manifest.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

// Texts of all pages are loaded at once, so that none is shown in another language first; other languages than English also carry
// the words of the server's statements. The route of a task grew beyond 125 by quotations in its stream, the way to attachments of
// messages, whose dialog is loaded when it is opened, and running times, which were in the entry before; beyond 128, and the texts
// beyond 60, by what is said of answers that may have been carried out, of questions that ended unanswered and of hidden characters.
// The entry grew beyond 250, and the texts beyond 63, by the line of what is due, the menu of a phone, and by which parts a server has.
const limitKib = { entry: 253, texts: 66, route: 132, css: 24 };
/** Loaded by the first script: always the app, and the texts in one language. */
const app = 'src/start.tsx';
const isTexts = (key) => /^src\/text\/[\w-]+\//.test(key);

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));
const gzipKib = (file) => gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length / 1024;

/** Every chunk that is loaded with `key`, except those already loaded. */
function closure(key, seen = new Set(), skip = new Set()) {
  if (seen.has(key) || skip.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) closure(next, seen, skip);
  return seen;
}
const sum = (keys) => [...keys].reduce((total, key) => total + gzipKib(manifest[key].file), 0);
const css = (keys) =>
  [...new Set([...keys].flatMap((key) => manifest[key].css ?? []))].reduce(
    (total, file) => total + gzipKib(file),
    0,
  );

/** The chunks already loaded when a chunk is requested: those loaded by all of its importers. */
function loadedBefore(key, base) {
  const askers = Object.keys(manifest).filter((name) =>
    manifest[name].dynamicImports?.includes(key),
  );
  const [first, ...others] = askers.map((name) => closure(name));
  const shared = [...(first ?? [])].filter((name) => others.every((own) => own.has(name)));
  return new Set([...base, ...shared]);
}

let over = 0;
function report(name, size, limit) {
  const bad = size > limit;
  if (bad) over += 1;
  process.stdout.write(`${bad ? '✗' : '✓'} ${name} ${size.toFixed(1)} of ${limit} KiB\n`);
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const base = closure(app, closure(entry));
report('entry, JavaScript', sum(base), limitKib.entry);
report('entry, CSS', css(base), limitKib.css);
const lazy = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry && key !== app);
for (const key of lazy) {
  const own = closure(key, new Set(), loadedBefore(key, base));
  const [name, limit] = isTexts(key) ? ['texts', limitKib.texts] : ['route', limitKib.route];
  report(`${name} ${key}`, sum(own), limit);
}
process.exit(over > 0 ? 1 : 0);
