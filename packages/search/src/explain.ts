import { indexTerms } from './search-text.ts';

/** One term of a query in one entry: its part of the query, how well it matches (0 to 1), and the terms it matched, with their fields. */
export interface TermMatch {
  share: number;
  quality: number;
  found: { term: string; fields: readonly string[] }[];
}

/** One field of an entry that matched: the part of the query it has (0 to 1), and its text around the first match. */
export interface FieldMatch<Field extends string> {
  field: Field;
  score: number;
  snippet: string;
}

const snippetChars = 120;

/** Which fields matched, in the given order. */
export function explain<Field extends string>(
  matches: readonly TermMatch[],
  texts: Readonly<Record<Field, string>>,
  fields: readonly Field[],
): FieldMatch<Field>[] {
  return fields.flatMap((field) => {
    const here = matches.flatMap((match) => {
      const terms = match.found.filter((found) => found.fields.includes(field));
      return terms.length === 0 ? [] : [{ ...match, terms }];
    });
    if (here.length === 0) return [];
    const score = here.reduce((sum, { share, quality }) => sum + share * quality, 0);
    const terms = here.flatMap((match) => match.terms.map(({ term }) => term));
    return [
      {
        field,
        score: Math.min(1, Math.round(score * 1_000) / 1_000),
        snippet: snippet(texts[field], terms),
      },
    ];
  });
}

/** The line with most of the terms, cut around the first. */
function snippet(text: string, terms: readonly string[]): string {
  const wanted = new Set(terms);
  let best = { line: '', count: -1 };
  for (const line of text.split('\n')) {
    const count = new Set(indexTerms(line).filter((term) => wanted.has(term))).size;
    if (count > best.count) best = { line, count };
  }
  const { line } = best;
  if (line.length <= snippetChars) return line;
  const places = terms.map((term) => line.toLowerCase().indexOf(term)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, line.length) - 40);
  const part = line.slice(start, start + snippetChars).trim();
  return `${start > 0 ? '…' : ''}${part}${start + snippetChars < line.length ? '…' : ''}`;
}
