import MiniSearch, { type SearchResult } from 'minisearch';
import type { TermMatch } from './explain.ts';
import { indexTerms, isUnspaced, queryTerms } from './search-text.ts';

/** What is indexed, and how a query is read. */
export interface TextIndexOptions<Field extends string> {
  fields: readonly Field[];
  /** How much more a term counts in a field for `rank`. */
  boost?: Partial<Record<Field, number>>;
  /** Words of queries that describe no entry, beside those of every language. */
  emptyWords?: ReadonlySet<string>;
}

/** An entry that shares at least one term with a query. */
export interface TextHit {
  id: string;
  /** The part of the query that the entry has, 0 to 1: comparable between queries. */
  shared: number;
  /** BM25: has no upper limit, and decides between equals. */
  rank: number;
  matches: readonly TermMatch[];
}

/** An index of texts in memory, by words and, in scripts without spaces, by pairs of characters. */
export interface TextIndex<Field extends string> {
  readonly size: number;
  /** Adds an entry, or replaces it. */
  put(id: string, texts: Readonly<Record<Field, string>>): void;
  remove(id: string): void;
  /** Entries that share a term with the query, misspelled or begun ones as well; unordered, and at most `most` by rank. */
  search(query: string, most?: number): TextHit[];
  /** Entries that have every term of the query as it is written. */
  withAll(query: string): string[];
  /** Entries whose text in one field nearly is this, best first: typing errors, and texts that begin so. */
  nearly(field: Field, text: string, limit: number): string[];
}

/** How well a term of a query matches one of an entry. */
const quality = { exact: 1, prefix: 0.9, similar: 0.6 };

const isPrefix = (term: string) => !isUnspaced(term) && term.length >= 3;
const edits = (term: string) => (isUnspaced(term) || term.length < 4 ? 0 : term.length < 8 ? 1 : 2);

export function createTextIndex<Field extends string>({
  fields,
  boost,
  emptyWords,
}: TextIndexOptions<Field>): TextIndex<Field> {
  const termsById = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  const tokenize = (query: string) => queryTerms(query, emptyWords);
  const engine = new MiniSearch<{ id: string }>({
    fields: [...fields],
    tokenize: indexTerms,
    processTerm: (term) => term,
    searchOptions: {
      tokenize,
      processTerm: (term) => term,
      prefix: isPrefix,
      fuzzy: edits,
      ...(boost === undefined ? {} : { boost: { ...boost } as Record<string, number> }),
    },
  });

  const count = (terms: Iterable<string>, by: 1 | -1) => {
    for (const term of terms) {
      const sum = (counts.get(term) ?? 0) + by;
      if (sum === 0) counts.delete(term);
      else counts.set(term, sum);
    }
  };
  const remove = (id: string) => {
    const terms = termsById.get(id);
    if (terms === undefined) return;
    engine.discard(id);
    count(terms, -1);
    termsById.delete(id);
  };

  return {
    get size() {
      return termsById.size;
    },
    put(id, texts) {
      remove(id);
      const terms = new Set(fields.flatMap((field) => indexTerms(texts[field])));
      termsById.set(id, [...terms]);
      count(terms, 1);
      engine.add({ id, ...texts });
    },
    remove,
    search(query, most = Number.POSITIVE_INFINITY) {
      const weights = termWeights(tokenize(query), counts, termsById.size);
      const found = engine.search(query);
      return (found.length > most ? found.slice(0, most) : found).map((result) => {
        const matches = termMatches(result, weights);
        const shared = matches.reduce((sum, { share, quality }) => sum + share * quality, 0);
        return { id: String(result.id), shared: Math.min(1, shared), rank: result.score, matches };
      });
    },
    withAll: (query) =>
      engine
        .search(query, { prefix: false, fuzzy: false, combineWith: 'AND' })
        .map(({ id }) => String(id)),
    nearly: (field, text, limit) =>
      engine
        .search(text, { fields: [field] })
        .slice(0, limit)
        .map(({ id }) => String(id)),
  };
}

/**
 * The part of a query that each term is: rare terms say more. A term that no entry has would be the rarest; it counts half of what
 * the others do on average, since it may be filler.
 */
function termWeights(
  terms: readonly string[],
  counts: ReadonlyMap<string, number>,
  size: number,
): Map<string, number> {
  const rarity = (count: number) => Math.log(1 + (size - count + 0.5) / (count + 0.5));
  const known = terms.flatMap((term) => counts.get(term) ?? []).map(rarity);
  const average = known.reduce((total, weight) => total + weight, 0) / (known.length || 1);
  const weights = terms.map((term) => {
    const count = counts.get(term) ?? 0;
    return count > 0 ? rarity(count) : known.length > 0 ? average / 2 : 1;
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return new Map(terms.map((term, at) => [term, sum === 0 ? 0 : (weights[at] ?? 0) / sum]));
}

/** Which terms of the query a result has, and how well. */
function termMatches(result: SearchResult, weights: ReadonlyMap<string, number>): TermMatch[] {
  const found = Object.entries(result.match).map(([term, fields]) => ({ term, fields }));
  return [...weights].flatMap(([wanted, share]) => {
    if (!result.queryTerms.includes(wanted)) return [];
    const exact = found.filter(({ term }) => term === wanted);
    if (exact.length > 0) return [{ share, quality: quality.exact, found: exact }];
    const longer = found.filter(({ term }) => isPrefix(wanted) && term.startsWith(wanted));
    if (longer.length > 0) return [{ share, quality: quality.prefix, found: longer }];
    const similar = found.filter(({ term }) => !weights.has(term) && term[0] === wanted[0]);
    return [{ share, quality: quality.similar, found: similar.length > 0 ? similar : found }];
  });
}
