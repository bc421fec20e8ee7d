import { jsonEqual } from '@countersign/json/json-equal';
import { isObject } from '@countersign/json/json-object';
import { parsePointer, valueAt } from '@countersign/json/json-pointer';
import { plain, relate } from '../absorb/same-text.ts';
import type { Memory } from '../model/memory.ts';

/** A place for which two corrections teach different things. A value that is absent = the member is removed. */
export interface Disagreement {
  /** JSON Pointer into what the agent proposed; null = their words say the contrary. */
  path: string | null;
  mine?: unknown;
  theirs?: unknown;
}

/** A correction that cannot hold beside another one for the same runs. */
export interface Contradicted {
  other: Memory;
  places: Disagreement[];
  /** They are for different agents or callers, or for one agent and for all: both can be wanted. */
  mayKeepBoth: boolean;
}

/** Those of `approved` that a correction contradicts: the same question, and another value for the same place, where a run could be given both. */
export function contradictedBy(correction: Memory, approved: Iterable<Memory>): Contradicted[] {
  const found: Contradicted[] = [];
  for (const other of approved) {
    if (other.id === correction.id || !meet(correction, other)) continue;
    const places = disagreements(other, correction);
    const mayKeepBoth = !isSameScope(correction, other);
    if (places.length > 0) found.push({ other, places, mayKeepBoth });
  }
  return found;
}

/** The question that a correction is about, in the form in which two are compared; `''` = none. */
export const questionOf = (memory: Memory): string =>
  memory.type === 'semantic' ? plain(memory.content.concept_name) : '';

/** Whether one run could be given both. */
const meet = (one: Memory, other: Memory): boolean =>
  (one.layer !== 'personal' || other.layer !== 'personal' || one.agent === other.agent) &&
  (one.origin.caller === null ||
    other.origin.caller === null ||
    one.origin.caller === other.origin.caller);

const isSameScope = (one: Memory, other: Memory): boolean =>
  (one.layer === 'personal') === (other.layer === 'personal') &&
  (one.layer !== 'personal' || one.agent === other.agent) &&
  one.origin.caller === other.origin.caller;

function disagreements(mine: Memory, theirs: Memory): Disagreement[] {
  if (mine.type !== 'semantic' || theirs.type !== 'semantic') return [];
  const question = questionOf(mine);
  if (question === '' || question !== questionOf(theirs)) return [];
  const places = taughtBy(mine).flatMap((one) =>
    taughtBy(theirs).flatMap((other) => disagreement(one, other) ?? []),
  );
  const [words, others] = [mine.content.definition, theirs.content.definition];
  return relate(words, others) === 'opposite'
    ? [...places, { path: null, mine: words, theirs: others }]
    : places;
}

interface Taught {
  path: string;
  tokens: readonly string[];
  decided: unknown;
}

/** The values that a correction teaches; a rejection and words teach none. */
function taughtBy({ content }: Memory & { type: 'semantic' }): Taught[] {
  const { choice, changes } = content.properties;
  if ((choice !== 'edited' && choice !== 'filled') || !Array.isArray(changes)) return [];
  return changes.filter(isObject).flatMap(({ path, decided }) => {
    const tokens = parsePointer(path);
    return typeof path === 'string' && Array.isArray(tokens) ? [{ path, tokens, decided }] : [];
  });
}

/** At the deeper of two places, if one of them is in the other; null = they agree, or are about different places. */
function disagreement(mine: Taught, theirs: Taught): Disagreement | null {
  const deep = mine.tokens.length >= theirs.tokens.length ? mine : theirs;
  const flat = deep === mine ? theirs : mine;
  if (!flat.tokens.every((token, index) => token === deep.tokens[index])) return null;
  const rest = deep.tokens.slice(flat.tokens.length);
  const at = (taught: Taught) =>
    taught === flat && rest.length > 0 ? valueAt(taught.decided, rest) : taught.decided;
  const [one, other] = [at(mine), at(theirs)];
  if (one === undefined ? other === undefined : other !== undefined && jsonEqual(one, other))
    return null;
  return {
    path: deep.path,
    ...(one === undefined ? {} : { mine: one }),
    ...(other === undefined ? {} : { theirs: other }),
  };
}
