const stopWords = new Set(
  'a an the of to for in on at by with and or is are be this that it its which who whom whose from as goes go each one'.split(
    ' ',
  ),
);

/** Words that mean the same thing in field descriptions; each group is known by its first word. */
const synonymGroups = [
  ['email', 'mail', 'e-mail', 'contact'],
  ['name', 'title', 'label', 'called'],
  ['person', 'freelancer', 'candidate', 'recipient', 'addressee', 'contractor', 'invitee'],
  ['text', 'body', 'message', 'content'],
  ['phone', 'telephone', 'mobile'],
  ['price', 'rate', 'cost', 'fee'],
  ['city', 'town', 'place', 'location'],
  ['id', 'identifier', 'key'],
  ['date', 'day'],
];
const synonyms = new Map(
  synonymGroups.flatMap(([first = '', ...rest]) => [first, ...rest].map((word) => [word, first])),
);

function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith('sses')) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  return word;
}

/** The meaningful words of a description or a camelCase name, singular and with synonyms made equal. */
export function wordsOf(text: string): Set<string> {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .flatMap((word) => (word.startsWith('e-') ? [word] : word.split('-')))
    .filter((word) => word !== '' && !stopWords.has(word))
    .map(stem);
  return new Set(words.map((word) => synonyms.get(word) ?? word));
}

/** How much two word sets say the same (Dice), 0 to 1. */
export function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let shared = 0;
  for (const word of left) if (right.has(word)) shared += 1;
  return (2 * shared) / (left.size + right.size);
}
