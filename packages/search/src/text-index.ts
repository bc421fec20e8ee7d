import type { TermMatch } from './explain.ts';
import { indexTerms, isUnspaced, queryTerms } from './search-text.ts';
import { createTermPostings } from './term-postings.ts';

/** What is indexed, and how a query is read. */
export interface TextIndexOptions<Field extends string> {
  /** At most 30. */
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
  /** How distinctive the fields are in which it has it (BM25, each term once); has no upper limit, and decides between equals. */
  rank: number;
  matches: readonly TermMatch[];
}

export interface TextSearch {
  /** At most so many, by what they share with the query, then by rank. */
  most?: number;
  /** Which entries are looked at. */
  accepts?: (id: string) => boolean;
}

/** An index of texts in memory, by words and, in scripts without spaces, by pairs of characters. */
export interface TextIndex<Field extends string> {
  readonly size: number;
  /** Adds an entry, or replaces it. */
  put(id: string, texts: Readonly<Record<Field, string>>): void;
  remove(id: string): void;
  /** Entries that share a term with the query, misspelled or begun ones as well; unordered. */
  search(query: string, search?: TextSearch): TextHit[];
  /** Entries that have every term of the query as it is written. */
  withAll(query: string): string[];
  /** Entries whose text in one field nearly is this, best first: typing errors, and texts that begin so. */
  nearly(field: Field, text: string, limit: number): string[];
}

interface Entry {
  id: string;
  terms: readonly string[];
  /** The number of terms in each field. */
  lengths: readonly number[];
}

/** A term of the query, and the terms of the index by which it is found, the best first. */
interface Wanted {
  term: string;
  share: number;
  forms: { term: string; quality: number }[];
}

/** How well a term of a query matches one of an entry. */
const quality = { exact: 1, prefix: 0.9, similar: 0.6 };

const isPrefix = (term: string) => !isUnspaced(term) && term.length >= 3;
/** Another number is no typing error. */
const editsOf = (term: string) =>
  isUnspaced(term) || /\d/.test(term) || term.length < 4 ? 0 : term.length < 8 ? 1 : 2;

/** The entries of an index, and where each of their terms is. Places of removed ones are used again. */
function createEntries<Field extends string>(fields: readonly Field[]) {
  const entries: (Entry | undefined)[] = [];
  const free: number[] = [];
  const places = new Map<string, number>();
  const postings = createTermPostings();
  const totals = fields.map(() => 0);

  const remove = (id: string) => {
    const place = places.get(id);
    const entry = place === undefined ? undefined : entries[place];
    if (place === undefined || entry === undefined) return;
    for (const term of entry.terms) postings.remove(term, place);
    for (const [at, length] of entry.lengths.entries()) totals[at] = (totals[at] ?? 0) - length;
    entries[place] = undefined;
    places.delete(id);
    free.push(place);
  };

  const put = (id: string, texts: Readonly<Record<Field, string>>) => {
    remove(id);
    const place = free.pop() ?? entries.length;
    const masks = new Map<string, number>();
    const lengths = fields.map((field, at) => {
      const terms = indexTerms(texts[field]);
      for (const term of terms) masks.set(term, (masks.get(term) ?? 0) | (1 << at));
      totals[at] = (totals[at] ?? 0) + terms.length;
      return terms.length;
    });
    entries[place] = { id, terms: [...masks.keys()], lengths };
    places.set(id, place);
    for (const [term, mask] of masks) postings.add(term, place, mask);
  };

  return { entries, places, postings, totals, put, remove };
}

export function createTextIndex<Field extends string>({
  fields,
  boost = {},
  emptyWords,
}: TextIndexOptions<Field>): TextIndex<Field> {
  const { entries, places, postings, totals, put, remove } = createEntries(fields);
  const boosts = fields.map((field) => boost[field] ?? 1);
  const everyField = 2 ** fields.length - 1;

  /** Terms of which no entry has a form keep their share: the query asks for them. */
  const wantedIn = (query: string): Wanted[] => {
    const terms = queryTerms(query, emptyWords);
    const shares = termShares(
      terms,
      (term) => postings.get(term)?.entries.length ?? 0,
      places.size,
    );
    return terms.map((term, at) => ({
      term,
      share: shares[at] ?? 0,
      forms: formsOf(term, postings, new Set(terms)),
    }));
  };

  const fieldsOf = (term: string, place: number): Field[] => {
    const mask = postings.fieldsOf(term, place);
    return fields.filter((_, at) => (mask & (1 << at)) !== 0);
  };

  const run = (wanted: readonly Wanted[], within: number) => {
    const shared = new Float64Array(entries.length);
    const rank = new Float64Array(entries.length);
    const seenFor = new Uint16Array(entries.length);
    const touched: number[] = [];
    const weightOf = fieldWeights(boosts, totals, places.size);
    for (const [at, { share, forms }] of wanted.entries()) {
      for (const form of forms) {
        const posting = postings.get(form.term);
        if (posting === undefined) continue;
        const rarity = rarityOf(posting.entries.length, places.size);
        for (let index = 0; index < posting.entries.length; index += 1) {
          const mask = (posting.fields[index] ?? 0) & within;
          const place = posting.entries[index] ?? 0;
          // A better form of the same term has counted.
          if (mask === 0 || seenFor[place] === at + 1) continue;
          const entry = entries[place];
          if (entry === undefined) continue;
          if (seenFor[place] === 0) touched.push(place);
          seenFor[place] = at + 1;
          shared[place] = (shared[place] ?? 0) + share * form.quality;
          rank[place] = (rank[place] ?? 0) + rarity * form.quality * weightOf(mask, entry.lengths);
        }
      }
    }
    return { shared, rank, touched };
  };

  return {
    get size() {
      return places.size;
    },
    put,
    remove,
    search(query, { most = Number.POSITIVE_INFINITY, accepts } = {}) {
      const wanted = wantedIn(query);
      const { shared, rank, touched } = run(wanted, everyField);
      const seen =
        accepts === undefined
          ? touched
          : touched.filter((place) => accepts(entries[place]?.id ?? ''));
      return bestOf(seen, most, (place) => (shared[place] ?? 0) * 1e6 + (rank[place] ?? 0)).map(
        (place) => ({
          id: entries[place]?.id ?? '',
          shared: Math.min(1, shared[place] ?? 0),
          rank: rank[place] ?? 0,
          matches: wanted.flatMap((one) => matchOf(one, (term) => fieldsOf(term, place))),
        }),
      );
    },
    withAll(query) {
      const found = queryTerms(query, emptyWords).map((term) => postings.get(term)?.entries ?? []);
      return inAll(found).flatMap((place) => entries[place]?.id ?? []);
    },
    nearly(field, text, limit) {
      const { rank, touched } = run(wantedIn(text), 1 << fields.indexOf(field));
      return touched
        .sort((a, b) => (rank[b] ?? 0) - (rank[a] ?? 0) || a - b)
        .slice(0, limit)
        .flatMap((place) => entries[place]?.id ?? []);
    },
  };
}

function inAll(lists: readonly (readonly number[])[]): readonly number[] {
  const [rarest = [], ...others] = lists.toSorted((a, b) => a.length - b.length);
  const sets = others.map((one) => new Set(one));
  return rarest.filter((place) => sets.every((set) => set.has(place)));
}

/** How distinctive the fields of a mask are: a term in a short text counts more (BM25). */
function fieldWeights(boosts: readonly number[], totals: readonly number[], size: number) {
  const averages = totals.map((total) => total / size || 1);
  return (mask: number, lengths: readonly number[]): number => {
    let weight = 0;
    for (const [at, boost] of boosts.entries()) {
      if ((mask & (1 << at)) === 0) continue;
      weight +=
        (boost * 2.2) / (1 + 1.2 * (0.3 + (0.7 * (lengths[at] ?? 0)) / (averages[at] ?? 1)));
    }
    return weight;
  };
}

/** By which terms, in which fields, an entry has a term of the query. */
function matchOf(
  { share, forms }: Wanted,
  fieldsOf: (term: string) => readonly string[],
): TermMatch[] {
  const found = forms.flatMap(({ term, quality: of }) => {
    const fields = fieldsOf(term);
    return fields.length === 0 ? [] : [{ quality: of, term, fields }];
  });
  const best = found[0]?.quality;
  if (best === undefined) return [];
  return [
    {
      share,
      quality: best,
      found: found.flatMap(({ quality: of, term, fields }) =>
        of === best ? [{ term, fields }] : [],
      ),
    },
  ];
}

/** At most so many of the places, with the highest values. */
function bestOf(
  places: readonly number[],
  most: number,
  scoreOf: (place: number) => number,
): readonly number[] {
  if (places.length <= most) return places;
  const values = Float64Array.from(places, scoreOf);
  const least = values.toSorted()[values.length - most] ?? 0;
  const above = places.filter((_, at) => (values[at] ?? 0) > least);
  const equal = places.filter((_, at) => values[at] === least);
  return [...above, ...equal.slice(0, most - above.length)];
}

function formsOf(
  term: string,
  postings: ReturnType<typeof createTermPostings>,
  asked: ReadonlySet<string>,
): Wanted['forms'] {
  const longer = isPrefix(term) ? postings.beginning(term) : [];
  const edits = editsOf(term);
  const known = new Set(longer);
  // A term that the query asks for itself is no typing error of another.
  const similar =
    edits === 0
      ? []
      : postings.near(term, edits).filter((one) => !known.has(one) && !asked.has(one));
  return [
    { term, quality: quality.exact },
    ...longer.map((one) => ({ term: one, quality: quality.prefix })),
    ...similar.map((one) => ({ term: one, quality: quality.similar })),
  ];
}

const rarityOf = (count: number, size: number): number =>
  Math.log(1 + (size - count + 0.5) / (count + 0.5));

/**
 * The weight of each term in a query: rare terms count more. A term that no entry has would be the rarest; it counts half of what
 * the others do on average, since it may be filler.
 */
function termShares(
  terms: readonly string[],
  countOf: (term: string) => number,
  size: number,
): number[] {
  const counts = terms.map(countOf);
  const known = counts.filter((count) => count > 0).map((count) => rarityOf(count, size));
  const average = known.reduce((total, weight) => total + weight, 0) / (known.length || 1);
  const weights = counts.map((count) =>
    count > 0 ? rarityOf(count, size) : known.length > 0 ? average / 2 : 1,
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (sum === 0 ? 0 : weight / sum));
}
