import { isObject, type JsonObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import type { Slot } from '../model/knowledge.ts';
import { say } from '../statements.ts';
import type { Draft, ReportEntry, Stepped } from './draft.ts';
import { placeholderText, slotText } from './marks.ts';
import { wordsOfKey } from './rules/key-rules.ts';
import { slotKeys, slotRules } from './slot-rules.ts';

export interface GeneralisePolicy {
  /** Words that are particular to the sharer, by the type of their slot: `{ product: ['Zephyr 9'] }`. */
  terms?: Readonly<Record<string, readonly string[]>>;
  /** Types of slots that are not made: durations and thresholds are knowledge and never become one. */
  without?: readonly string[];
}

interface Work {
  policy: GeneralisePolicy;
  memoryId: string;
  slots: Slot[];
  names: Map<string, string>;
  entries: ReportEntry[];
}

/**
 * The third step: what differs from case to case becomes a typed slot, `{{amount}}`, and a second one of a type `{{amount_2}}`. Equal
 * values in a memory have the same slot. Placeholders of masked data become slots too: where a mail address was, one belongs.
 */
export function generalise(
  drafts: readonly Draft[],
  policy: GeneralisePolicy = {},
): Stepped<Draft> {
  const report: ReportEntry[] = [];
  const items = drafts.map((draft) => {
    const slots = [...draft.slots];
    const names = new Map(slots.map(({ name }) => [`{{${name}}}`, name]));
    const work: Work = { policy, memoryId: draft.memoryId, slots, names, entries: [] };
    const content = generaliseObject(draft.content, [], work);
    report.push(...work.entries);
    return { ...draft, content, slots };
  });
  return { items, report };
}

function generaliseObject(
  object: JsonObject,
  path: readonly PropertyKey[],
  work: Work,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const name = withSlots(key, path, work);
      return [name, generaliseValue(value, [...path, name], work, key)];
    }),
  );
}

function generaliseValue(
  value: unknown,
  path: readonly PropertyKey[],
  work: Work,
  key: string,
): unknown {
  if (Array.isArray(value)) {
    return value.map((item, at) => generaliseValue(item, [...path, at], work, key));
  }
  if (isObject(value)) return generaliseObject(value, path, work);
  if (typeof value === 'string') return withSlots(value, path, work);
  const type = slotKeys.find(({ words }) => words.test(wordsOfKey(key)))?.type;
  if (typeof value !== 'number' || type === undefined || work.policy.without?.includes(type)) {
    return value;
  }
  return slotOf(type, String(value), path, work);
}

function withSlots(text: string, path: readonly PropertyKey[], work: Work): string {
  let result = text.replace(placeholderText, (found, label: string) =>
    // Apart from the id of an order or a case.
    slotOf(label === 'ID' ? 'personal_id' : label.toLowerCase(), found, path, work),
  );
  for (const [type, terms] of Object.entries(work.policy.terms ?? {})) {
    for (const term of terms) {
      if (term.trim() === '') continue;
      const expression = new RegExp(term.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu');
      result = outside(result, [expression], (found) =>
        slotOf(type, found.toLowerCase(), path, work),
      );
    }
  }
  for (const { type, expressions } of slotRules) {
    if (work.policy.without?.includes(type)) continue;
    result = outside(result, expressions, (found) => slotOf(type, found, path, work));
  }
  return result;
}

/** Replaces what is not in a slot already, in the order of the text: slots are numbered as they are read. */
function outside(
  text: string,
  expressions: readonly RegExp[],
  replace: (found: string) => string,
): string {
  const kept = [...text.matchAll(slotText)];
  return text
    .split(slotText)
    .map((part, at) => `${replaceAll(part, expressions, replace)}${kept[at]?.[0] ?? ''}`)
    .join('');
}

function replaceAll(
  text: string,
  expressions: readonly RegExp[],
  replace: (found: string) => string,
): string {
  const matches = expressions
    .flatMap((expression) => [...text.matchAll(expression)])
    .sort((a, b) => a.index - b.index || b[0].length - a[0].length);
  let result = '';
  let end = 0;
  for (const { 0: found, index } of matches) {
    if (index < end) continue;
    result += text.slice(end, index) + replace(found);
    end = index + found.length;
  }
  return result + text.slice(end);
}

function slotOf(type: string, value: string, path: readonly PropertyKey[], work: Work): string {
  const key = `${type} ${value.normalize('NFKC').trim().toLowerCase()}`;
  let name = work.names.get(key);
  if (name === undefined) {
    const word = type
      .toLowerCase()
      .replace(/[^a-z]+/g, '_')
      .replace(/^_|_$/g, '');
    const base = word.length < 2 || word.length > 20 ? 'value' : word;
    const count = work.slots.filter((slot) => slot.type === base).length + 1;
    name = count === 1 ? base : `${base}_${count}`;
    work.names.set(key, name);
    work.slots.push({ name, type: base });
  }
  const after = `{{${name}}}`;
  work.entries.push({
    memoryId: work.memoryId,
    step: 'generalise',
    path: pointerOf(path),
    action: 'generalised',
    rule: type,
    after,
    reason: say('memory.generalised', { type }),
  });
  return after;
}
