import MiniSearch, { type SearchResult } from 'minisearch';
import type { Service } from '../model/service.ts';
import type { AgentProfile } from '../profile/agent-profile.ts';
import { profileOf } from '../profile/profile-of.ts';
import { similarity } from './embedder.ts';
import { explain, type MatchExplanation, type TermMatch } from './explain.ts';
import { hashedVector } from './hashed-vector.ts';
import {
  embeddedText,
  fieldBoost,
  type SearchTexts,
  searchFields,
  searchTexts,
} from './search-fields.ts';
import type { SearchRequest } from './search-request.ts';
import { indexTerms, isUnspaced, queryTerms } from './search-text.ts';

/** A service that was found. */
export interface SearchHit {
  id: string;
  /** 0 to 1, comparable between searches: not relative to the best hit. */
  score: number;
  /** `lexical`: by spelling. `embedding`: by the vectors of a model as well. */
  method: 'lexical' | 'embedding';
  explanation: MatchExplanation;
}

/** The vectors of a model: of the query, and of each service that has one. */
export interface Meaning {
  query: readonly number[];
  of(id: string): readonly number[] | undefined;
}

/** An index of services in memory. */
export interface SearchIndex {
  /** Adds a service, or replaces it. */
  put(service: Service): void;
  remove(id: string): void;
  /** The text of a service that an embedder gets; null = it is not in the index. */
  textOf(id: string): string | null;
  /** Services for a query in plain words, best first. */
  search(request: SearchRequest, meaning?: Meaning): SearchHit[];
  /** Services whose name is nearly this one, best first: typing errors, and names that begin so. */
  byName(text: string, limit: number): string[];
}

interface Entry {
  profile: AgentProfile;
  texts: SearchTexts;
  vector: Float32Array;
  /** Each term once, for the number of services that have it. */
  terms: Set<string>;
  isHealthy: boolean;
}

/** How well a term of a query matches one of a service. */
const quality = { exact: 1, prefix: 0.9, similar: 0.6 };

const matching = {
  tokenize: queryTerms,
  processTerm: (term: string) => term,
  prefix: (term: string) => !isUnspaced(term) && term.length >= 3,
  fuzzy: (term: string) => (isUnspaced(term) || term.length < 4 ? 0 : term.length < 8 ? 1 : 2),
};

export function createSearchIndex(): SearchIndex {
  const entries = new Map<string, Entry>();
  const counts = new Map<string, number>();
  const engine = new MiniSearch<SearchTexts & { id: string }>({
    fields: [...searchFields],
    tokenize: indexTerms,
    processTerm: (term) => term,
    searchOptions: { ...matching, boost: fieldBoost },
  });

  const count = (terms: Iterable<string>, by: 1 | -1) => {
    for (const term of terms) {
      const sum = (counts.get(term) ?? 0) + by;
      if (sum === 0) counts.delete(term);
      else counts.set(term, sum);
    }
  };
  const remove = (id: string) => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    engine.discard(id);
    count(entry.terms, -1);
    entries.delete(id);
  };

  return {
    put(service) {
      const profile = profileOf(service);
      const texts = searchTexts(service, profile);
      const isHealthy = service.health_status !== 'unhealthy';
      const known = entries.get(service.id);
      // A renewal or a change of health need not build the index again.
      if (
        known !== undefined &&
        searchFields.every((field) => known.texts[field] === texts[field])
      ) {
        entries.set(service.id, { ...known, profile, isHealthy });
        return;
      }
      remove(service.id);
      const terms = new Set(searchFields.flatMap((field) => indexTerms(texts[field])));
      entries.set(service.id, {
        ...{ profile, texts, terms, isHealthy },
        vector: hashedVector(embeddedText(texts)),
      });
      count(terms, 1);
      engine.add({ id: service.id, ...texts });
    },
    remove,
    textOf: (id) => {
      const texts = entries.get(id)?.texts;
      return texts === undefined ? null : embeddedText(texts);
    },
    search(request, meaning) {
      const weights = termWeights(queryTerms(request.query), counts, entries.size);
      const found = new Map(engine.search(request.query).map((hit) => [String(hit.id), hit]));
      const vector = hashedVector(request.query);
      // A model finds services that share no term with the query.
      const ids = meaning === undefined ? found.keys() : entries.keys();
      const hits = [...ids].flatMap((id) => {
        const entry = entries.get(id);
        if (entry === undefined || !fits(entry.profile, request)) return [];
        const matches = termMatches(found.get(id), weights);
        const of = meaning?.of(id);
        const near = { spelling: similarity(vector, entry.vector), meaning: null as number | null };
        if (meaning !== undefined && of !== undefined) near.meaning = similarity(meaning.query, of);
        const score = scoreOf(matches, near);
        if (score === 0 || score < request.minScore) return [];
        return [{ id, score, matches, entry, bm25: found.get(id)?.score ?? 0, near }];
      });
      hits.sort(
        (a, b) =>
          b.score - a.score ||
          Number(b.entry.isHealthy) - Number(a.entry.isHealthy) ||
          b.bm25 - a.bm25 ||
          compare(a.entry.texts.name, b.entry.texts.name) ||
          compare(a.id, b.id),
      );
      const best = hits.slice(0, request.limit);
      if (request.sortBy !== 'relevance') {
        const key = ({ entry }: (typeof best)[number]) =>
          request.sortBy === 'provider' ? (entry.profile.owner?.name ?? '') : entry.texts.name;
        best.sort((a, b) => compare(key(a), key(b)));
      }
      return best.map(({ id, score, matches, entry, near }) => ({
        id,
        score: Math.round(score * 10_000) / 10_000,
        method: near.meaning === null ? 'lexical' : 'embedding',
        explanation: explain(matches, entry.texts),
      }));
    },
    byName: (text, limit) =>
      engine
        .search(text, { fields: ['name'] })
        .slice(0, limit)
        .map(({ id }) => String(id)),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The part of a query that each term is: rare terms say more. A term that no service has would be the rarest; it counts half of what
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
function termMatches(
  result: SearchResult | undefined,
  weights: ReadonlyMap<string, number>,
): TermMatch[] {
  if (result === undefined) return [];
  const found = Object.entries(result.match).map(([term, fields]) => ({ term, fields }));
  return [...weights].flatMap(([wanted, share]) => {
    if (!result.queryTerms.includes(wanted)) return [];
    const exact = found.filter(({ term }) => term === wanted);
    if (exact.length > 0) return [{ share, quality: quality.exact, found: exact }];
    const longer = found.filter(({ term }) => matching.prefix(wanted) && term.startsWith(wanted));
    if (longer.length > 0) return [{ share, quality: quality.prefix, found: longer }];
    const similar = found.filter(({ term }) => !weights.has(term) && term[0] === wanted[0]);
    return [{ share, quality: quality.similar, found: similar.length > 0 ? similar : found }];
  });
}

/** Six parts what the query shares with the service, four parts similar spelling; with a model, four parts and six of meaning. */
function scoreOf(
  matches: readonly TermMatch[],
  near: { spelling: number; meaning: number | null },
): number {
  const shared = matches.reduce((sum, { share, quality }) => sum + share * quality, 0);
  return near.meaning === null
    ? Math.min(1, 0.6 * shared + 0.4 * near.spelling)
    : Math.min(1, 0.4 * shared + 0.6 * near.meaning);
}

/** Whether a service has everything that the request requires. */
function fits(profile: AgentProfile, request: SearchRequest): boolean {
  const hasModes = (required: readonly string[], modes: readonly string[]) =>
    required.every((mode) => modes.includes(mode));
  return (
    hasModes(request.inputModes, profile.inputModes) &&
    hasModes(request.outputModes, profile.outputModes) &&
    (request.streaming !== true || profile.streaming === true) &&
    (request.pushNotifications !== true || profile.pushNotifications === true) &&
    (request.extendedCard !== true || profile.extendedCard === true) &&
    (request.owner === '' || profile.owner?.name === request.owner)
  );
}
