/** The words of a field with their weights, 0 to 1. */
export type Words = ReadonlyMap<string, number>;

const tailWeight = 0.5;
const laterClauseWeight = 0.7;

const words = (text: string) => text.split(' ');

/** Words that start a qualifier of the head: `name | of the addressee`, `address | the mail goes to`. */
const boundaries = new Set(
  words('of for to in on at by with from as that which who whom whose a an the'),
);
const stopWords = new Set([
  ...boundaries,
  ...words('and or is are be was this it its his her their each one any all some goes go get gets'),
]);

/** Synonyms in field descriptions; each group is identified by its first word. */
const synonymGroups = [
  'email mail inbox mailbox',
  'name called',
  'person people freelancer candidate applicant recipient addressee contractor invitee receiver guest attendee',
  'text body message content',
  'subject topic',
  'phone telephone mobile cellphone',
  'price rate cost fee',
  'place city town location where',
  'identifier id key reference',
  'date day when',
  'link url uri website homepage',
  'skill expertise ability competence',
  'company organisation organization employer firm',
  'count number quantity total amount',
];
const synonyms = new Map(
  synonymGroups.map(words).flatMap(([first = '', ...rest]) => rest.map((word) => [word, first])),
);

/** The words of a description. The head of a clause (`email address`) counts more than its qualifier (`of the guest`). */
export function describedWords(description: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [index, clause] of description.split(/[,;:.()]+/).entries()) {
    const clauseWeight = index === 0 ? 1 : laterClauseWeight;
    let weight = clauseWeight;
    for (const [at, token] of tokensOf(clause).entries()) {
      if (at > 0 && boundaries.has(token)) weight = clauseWeight * tailWeight;
      if (!stopWords.has(token)) addWord(found, meaning(token), weight);
    }
  }
  return found;
}

/** The words of a member's name, `displayName` or `display_name`. */
export function nameWords(name: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const token of tokensOf(name)) {
    if (!stopWords.has(token)) addWord(found, meaning(token), 1);
  }
  return found;
}

/** Adds a word, or raises its weight. */
export function addWord(into: Map<string, number>, word: string, weight: number): void {
  into.set(word, Math.max(into.get(word) ?? 0, weight));
}

const tokensOf = (text: string): string[] =>
  text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/\be-(?=mail)/g, 'e')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '');

function meaning(token: string): string {
  const stemmed = stem(token);
  return synonyms.get(token) ?? synonyms.get(stemmed) ?? stemmed;
}

/** Plural and gerund only: a heavier stemmer joins words that do not mean the same. */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && /[^su]s$/.test(word)) return word.slice(0, -1);
  if (word.length > 6 && word.endsWith('ing')) return word.slice(0, -3);
  return word;
}
