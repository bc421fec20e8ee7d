import { type Fault, faultAt } from '@countersign/json/fault';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { normalise } from '@countersign/search/search-text';
import { flagIn, textIn, textsIn } from '../profile/values.ts';
import { say } from '../statements.ts';

/** A search, with all defaults. */
export interface SearchRequest {
  query: string;
  /** At most so many, 1 to 100. */
  limit: number;
  /** All of them are required. */
  inputModes: string[];
  outputModes: string[];
  streaming: boolean | null;
  pushNotifications: boolean | null;
  extendedCard: boolean | null;
  /** `''` = anyone. */
  owner: string;
  /** 0 to 1. */
  minScore: number;
  sortBy: 'relevance' | 'alphabetical' | 'provider';
  explains: boolean;
}

/** The longest query, in characters. */
export const maxQuery = 2_000;

/** Reads the body of a search. Members may be spelled with underscores or in camel case: published examples do both. */
export function readSearchRequest(
  sent: unknown,
): { ok: true; value: SearchRequest } | { ok: false; faults: Fault[] } {
  if (!isObject(sent)) {
    return { ok: false, faults: [faultAt('', say('uap.shape', { detail: 'expected object' }))] };
  }
  const faults: Fault[] = [];
  const query = memberOf(sent, 'query');
  if (typeof query !== 'string' || normalise(query) === '') {
    faults.push(faultAt('/query', say('uap.empty-query')));
  } else if (query.length > maxQuery) {
    faults.push(faultAt('/query', say('uap.too-long', { limit: maxQuery })));
  }
  const limit = numberOf(sent, ['top_k', 'topK']) ?? 10;
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    faults.push(faultAt('/top_k', say('uap.range', { min: 1, max: 100 })));
  }
  const minScore = numberOf(sent, ['min_relevance_score', 'minRelevanceScore']) ?? 0.3;
  if (minScore < 0 || minScore > 1) {
    faults.push(faultAt('/min_relevance_score', say('uap.range', { min: 0, max: 1 })));
  }
  if (faults.length > 0) return { ok: false, faults };
  const sort = textIn(sent, 'sort_by') || textIn(sent, 'sortBy');
  return {
    ok: true,
    value: {
      query: String(query),
      limit,
      inputModes: listOf(sent, ['required_input_modes', 'requiredInputModes']),
      outputModes: listOf(sent, ['required_output_modes', 'requiredOutputModes']),
      streaming: flagOf(sent, ['streaming']),
      pushNotifications: flagOf(sent, ['push_notifications', 'pushNotifications']),
      extendedCard: flagOf(sent, ['extended_agent_card', 'extendedAgentCard']),
      owner: textIn(sent, 'provider_organization') || textIn(sent, 'providerOrganization'),
      minScore,
      sortBy: sort === 'alphabetical' || sort === 'provider' ? sort : 'relevance',
      explains:
        (flagIn(sent, 'include_explanation') ?? flagIn(sent, 'includeExplanation')) === true,
    },
  };
}

function numberOf(sent: JsonObject, names: readonly string[]): number | null {
  const value = names.map((name) => sent[name]).find((one) => typeof one === 'number');
  return typeof value === 'number' ? value : null;
}

const listOf = (sent: JsonObject, names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => textsIn(sent, name))),
];

/** The contract has one name for the required capabilities, and public registries read another. */
const flagOf = (sent: JsonObject, names: readonly string[]): boolean | null =>
  ['required_capabilities', 'requiredCapabilities', 'capabilities']
    .flatMap((key) => names.map((name) => flagIn(sent[key], name)))
    .find((flag) => flag !== null) ?? null;
