import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import type { Memory } from '../model/memory.ts';
import type { Conflict, Contradiction } from './conflict.ts';
import { plain, relate } from './same-text.ts';

/** How two sets of facts differ, with both merged: what only one says is taken, lists are united, mine is kept where they differ. */
interface Compared {
  contradictions: Contradiction[];
  /** Places where both say it in other words. */
  choices: Contradiction[];
  /** Whether either says what the other does not. */
  mineMore: boolean;
  theirsMore: boolean;
  merged: unknown;
}

/** Profiles, concepts and events that speak of the same. null = they do not. */
export function compareFacts(
  mine: Memory,
  theirs: Memory,
  isSameKnowledge: boolean,
): Conflict | null {
  if (mine.type === 'workflow' || mine.type !== theirs.type) return null;
  if (!isSameKnowledge && subjectOf(mine) !== subjectOf(theirs)) return null;
  const result: Compared = {
    ...{ contradictions: [], choices: [], mineMore: false, theirsMore: false, merged: null },
  };
  const content = merge(factsOf(mine), factsOf(theirs), [], result);
  const { contradictions, choices, mineMore, theirsMore } = result;
  const conflict = { with: mine.id, contradictions, proposal: null };
  if (contradictions.length > 0) return { ...conflict, kind: 'contradiction' };
  if (choices.length === 0 && !theirsMore)
    return { ...conflict, kind: mineMore ? 'subset' : 'redundancy' };
  if (choices.length === 0 && !mineMore) return { ...conflict, kind: 'superset' };
  const merged = { ...theirs.content, ...mine.content, ...(isObject(content) ? content : {}) };
  return { ...conflict, kind: 'version', proposal: { rows: [], content: merged, choices } };
}

/** What a memory is about; `''` is about nothing that another one could be about. */
function subjectOf(memory: Memory): string | symbol {
  const name = nameOf(memory);
  return name === '' ? Symbol('nothing') : `${memory.type} ${name}`;
}

function nameOf(memory: Memory): string {
  switch (memory.type) {
    case 'profile':
      // Knowledge has no entity, only its kind.
      return plain(memory.content.entity_name) || `any ${plain(memory.content.entity_type)}`;
    case 'semantic':
      return plain(memory.content.concept_name);
    case 'episodic':
      return plain(memory.content.event_summary);
    case 'workflow':
      return plain(memory.content.workflow_name);
  }
}

/** The members that state something. */
function factsOf(memory: Memory): JsonObject {
  switch (memory.type) {
    case 'profile': {
      const { attributes, relations } = memory.content;
      return { attributes, relations };
    }
    case 'semantic': {
      const { definition, properties, relations } = memory.content;
      return { definition, properties, relations };
    }
    case 'episodic': {
      const { location, participants, learnings, causal_chain } = memory.content;
      return { location, participants, learnings, causal_chain };
    }
    case 'workflow':
      return {};
  }
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && plain(value) === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0);

function merge(
  mine: unknown,
  theirs: unknown,
  path: readonly PropertyKey[],
  result: Compared,
): unknown {
  if (isNothing(mine) || isNothing(theirs)) {
    if (!isNothing(mine)) result.mineMore = true;
    if (!isNothing(theirs)) result.theirsMore = true;
    return isNothing(mine) ? theirs : mine;
  }
  if (jsonEqual(mine, theirs)) return mine;
  if (isObject(mine) && isObject(theirs)) {
    const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
    return Object.fromEntries(
      [...names].map((name) => [
        name,
        merge(
          Object.hasOwn(mine, name) ? mine[name] : undefined,
          Object.hasOwn(theirs, name) ? theirs[name] : undefined,
          [...path, name],
          result,
        ),
      ]),
    );
  }
  if (Array.isArray(mine) && Array.isArray(theirs)) return unite(mine, theirs, path, result);
  const place = { path: pointerOf(path), mine, theirs };
  if (typeof mine !== 'string' || typeof theirs !== 'string') {
    // Two numbers, or values of two kinds, for one attribute.
    result.contradictions.push(place);
    return mine;
  }
  const relation = relate(mine, theirs);
  if (relation === 'same') return mine;
  // A sentence in another wording can be both; a short value such as a language or a unit cannot.
  const isSentence =
    path[0] === 'definition' || path[0] === 'learnings' || isLong(mine) || isLong(theirs);
  if (relation === 'opposite' || !isSentence) result.contradictions.push(place);
  else result.choices.push(place);
  return mine;
}

const isLong = (text: string): boolean =>
  plain(text).split(' ').length > 6 || [...text].length > 40;

/** Items of both, each once; an item of which the other has the contrary is a contradiction. */
function unite(
  mine: readonly unknown[],
  theirs: readonly unknown[],
  path: readonly PropertyKey[],
  result: Compared,
): unknown[] {
  const isSame = (one: unknown, other: unknown) =>
    jsonEqual(one, other) ||
    (typeof one === 'string' && typeof other === 'string' && relate(one, other) === 'same');
  const added = theirs.filter((other) => !mine.some((one) => isSame(one, other)));
  for (const other of added) {
    const against = mine.findIndex(
      (one) =>
        typeof one === 'string' && typeof other === 'string' && relate(one, other) === 'opposite',
    );
    if (against < 0) continue;
    result.contradictions.push({
      path: pointerOf([...path, against]),
      mine: mine[against],
      theirs: other,
    });
  }
  if (added.length > 0) result.theirsMore = true;
  if (mine.some((one) => !theirs.some((other) => isSame(one, other)))) result.mineMore = true;
  return [...mine, ...added];
}
