import { similarity } from '@countersign/search/embedder';
import { explain, type TermMatch } from '@countersign/search/explain';
import { hashedVector } from '@countersign/search/hashed-vector';
import { createTextIndex } from '@countersign/search/text-index';
import type { Service } from '../model/service.ts';
import type { AgentProfile } from '../profile/agent-profile.ts';
import { profileOf } from '../profile/profile-of.ts';
import type { SearchRequest } from './search-request.ts';

const searchFields = ['name', 'skills', 'tags', 'examples', 'description', 'owner'] as const;
type SearchField = (typeof searchFields)[number];

/** The texts of a service that are searched. */
type SearchTexts = Record<SearchField, string>;

/** How much more a term counts in a field. */
const fieldBoost: Partial<Record<SearchField, number>> = { name: 3, skills: 2, tags: 2 };

/** The longest text of a field, in characters: a card with a book in it must not slow down the search of others. */
const maxChars = 8_000;

const lines = (texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, maxChars);

function searchTexts(
  service: Pick<Service, 'name' | 'tags' | 'agent_protocol'>,
  profile: AgentProfile,
): SearchTexts {
  const { skills } = profile;
  const names = service.name === profile.name ? [service.name] : [service.name, profile.name];
  return {
    name: lines(names),
    skills: lines(skills.flatMap(({ name, description }) => [name, description])),
    tags: lines([...(service.tags ?? []), ...skills.flatMap(({ tags }) => tags)]),
    examples: lines(skills.flatMap(({ examples }) => examples)),
    description: lines([profile.description]),
    owner: lines([profile.owner?.name ?? '', service.agent_protocol]),
  };
}

/** The whole of it, for a vector: what an embedder gets. */
const embeddedText = (texts: SearchTexts): string =>
  lines([texts.skills, texts.tags, texts.examples, texts.name, texts.description]);

/** Why a service was found (the wire's own names). */
interface MatchExplanation {
  matched_fields: SearchField[];
  /** A part of each matched field around the first match. */
  match_snippets: string[];
  /** The part of the query that each matched field has, 0 to 1. */
  field_scores: Partial<Record<SearchField, number>>;
}

function explainMatch(matches: readonly TermMatch[], texts: SearchTexts): MatchExplanation {
  const explanation: MatchExplanation = {
    matched_fields: [],
    match_snippets: [],
    field_scores: {},
  };
  for (const { field, score, snippet } of explain(matches, texts, searchFields)) {
    explanation.matched_fields.push(field);
    explanation.field_scores[field] = score;
    explanation.match_snippets.push(snippet);
  }
  return explanation;
}

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
  isHealthy: boolean;
}

/** Words of requests that describe no service. */
const emptyWords = new Set(['agent', 'agents', 'service']);

export function createSearchIndex(): SearchIndex {
  const entries = new Map<string, Entry>();
  const index = createTextIndex({ fields: searchFields, boost: fieldBoost, emptyWords });
  const remove = (id: string) => {
    index.remove(id);
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
      const vector = hashedVector(embeddedText(texts));
      entries.set(service.id, { profile, texts, vector, isHealthy });
      index.put(service.id, texts);
    },
    remove,
    textOf: (id) => {
      const texts = entries.get(id)?.texts;
      return texts === undefined ? null : embeddedText(texts);
    },
    search(request, meaning) {
      const found = new Map(index.search(request.query).map((hit) => [hit.id, hit]));
      const spelling = spellingOf(request.query);
      // A model finds services that share no term with the query.
      const ids = meaning === undefined ? found.keys() : entries.keys();
      const hits = [...ids].flatMap((id) => {
        const entry = entries.get(id);
        if (entry === undefined || !fits(entry.profile, request)) return [];
        const { shared = 0, rank = 0, matches = [] } = found.get(id) ?? {};
        const of = meaning?.of(id);
        const near = { spelling: spelling(entry.vector), meaning: null as number | null };
        if (meaning !== undefined && of !== undefined) near.meaning = similarity(meaning.query, of);
        const score = scoreOf(shared, near);
        if (score === 0 || score < request.minScore) return [];
        return [{ id, score, matches, entry, rank, near }];
      });
      hits.sort(
        (a, b) =>
          b.score - a.score ||
          Number(b.entry.isHealthy) - Number(a.entry.isHealthy) ||
          b.rank - a.rank ||
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
        explanation: explainMatch(matches, entry.texts),
      }));
    },
    byName: (text, limit) => index.nearly('name', text, limit),
  };
}

/**
 * How similar the spelling of texts is to that of a query, 0 to 1. Their vectors have the length 1, so the product is the cosine; a
 * query has few places that are not 0, and only those are read.
 */
function spellingOf(query: string): (vector: Float32Array) => number {
  const places = [...hashedVector(query).entries()].filter(([, weight]) => weight !== 0);
  return (vector) => {
    let product = 0;
    for (const [place, weight] of places) product += weight * (vector[place] ?? 0);
    return product;
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Six parts what the query shares with the service, four parts similar spelling; with a model, four parts and six of meaning. */
function scoreOf(shared: number, near: { spelling: number; meaning: number | null }): number {
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
