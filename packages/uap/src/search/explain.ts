import { type SearchField, type SearchTexts, searchFields } from './search-fields.ts';
import { indexTerms } from './search-text.ts';

/** Why a service was found (the wire's own names). */
export interface MatchExplanation {
  matched_fields: SearchField[];
  /** A part of each matched field around the first match. */
  match_snippets: string[];
  /** The part of the query that each matched field has, 0 to 1. */
  field_scores: Partial<Record<SearchField, number>>;
}

/** One term of a query in one service: its part of the query, how well it matches (0 to 1), and the terms it matched, with their fields. */
export interface TermMatch {
  share: number;
  quality: number;
  found: { term: string; fields: readonly string[] }[];
}

const snippetChars = 120;

export function explain(matches: readonly TermMatch[], texts: SearchTexts): MatchExplanation {
  const explanation: MatchExplanation = {
    matched_fields: [],
    match_snippets: [],
    field_scores: {},
  };
  for (const field of searchFields) {
    const here = matches.flatMap((match) => {
      const terms = match.found.filter(({ fields }) => fields.includes(field));
      return terms.length === 0 ? [] : [{ ...match, terms }];
    });
    if (here.length === 0) continue;
    const score = here.reduce((sum, { share, quality }) => sum + share * quality, 0);
    explanation.matched_fields.push(field);
    explanation.field_scores[field] = Math.min(1, Math.round(score * 1_000) / 1_000);
    const terms = here.flatMap(({ terms }) => terms.map(({ term }) => term));
    explanation.match_snippets.push(snippet(texts[field], terms));
  }
  return explanation;
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
