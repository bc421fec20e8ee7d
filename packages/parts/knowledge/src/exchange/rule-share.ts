import type { WrittenStatement } from '@countersign/json/statement';
import { doubtsIn, residueIn } from '@countersign/memory/extract/standardise';
import type { Approval } from '@countersign/memory/model/approval';
import { importances, type Memory } from '@countersign/memory/model/memory';
import { say } from '@countersign/memory/statements';
import type { Reading } from '@countersign/server/store/port';
import { digestOf, maxOfOne, sizeOf } from '../extract-memories.ts';
import type { Knowledge } from '../memories/knowledge.ts';
import {
  readEntry,
  type StoredApproval,
  type StoredExtraction,
  type StoredRule,
} from '../memories/stored.ts';

const includesOrAll = (list: readonly string[], values: readonly string[]): boolean =>
  list.length === 0 || values.some((value) => list.includes(value));

/** Whether a rule names a memory. */
export const names = (rule: StoredRule, memory: Memory): boolean =>
  includesOrAll(rule.agents, [memory.agent ?? '']) &&
  includesOrAll(rule.types, [memory.type]) &&
  includesOrAll(rule.tags, memory.tags) &&
  importances.indexOf(memory.importance) >= importances.indexOf(rule.importance);

/** Where a memory comes from: rules share only from where a person has approved something before. */
export const sourceIdOf = ({ agent, origin, sources }: Memory): string =>
  `source-${digestOf([agent, origin.kind, origin.caller, sources[0]?.agent ?? null]).slice(0, 26)}`;

/** Why a rule may not share what it names; null = it may. The rules that mask are asked once more, all of them: the extraction may have left some out. */
export async function faultOfRule(
  read: Reading,
  memory: Memory,
  { stored, rule: { name: rule } }: { stored: StoredExtraction; rule: StoredRule },
): Promise<WrittenStatement | null> {
  const { knowledge } = stored;
  if (memory.origin.caller !== null) return say('memory.rule-not-caller', { rule });
  if (memory.confirmed === null) return say('memory.rule-not-confirmed', { rule });
  if (sizeOf(memory) > maxOfOne) return say('memory.rule-too-long', { rule, limit: maxOfOne });
  const doubts = [...(stored.doubts ?? []), ...(knowledge === null ? [] : doubtsIn(knowledge))];
  if (doubts.length > 0 || (knowledge !== null && residueIn(knowledge) !== null)) {
    return say('memory.rule-not-sure', { rule });
  }
  const source = await readEntry(read, 'source', sourceIdOf(memory));
  return source === null ? say('memory.rule-not-first', { rule }) : null;
}

/** An approval by a rule: its own, at the time of now. */
export function approvalByRule(
  { name, createdBy, expiresAt }: StoredRule,
  now: number,
): { approval: Approval; shown: StoredApproval } {
  return {
    approval: { kind: 'rule', rule: name, by: createdBy.name, at: now, expiresAt },
    shown: { kind: 'rule', by: createdBy, at: now, rule: name, why: '' },
  };
}

/** A person has approved something from here. */
export const sourceEntry = (
  memory: Memory,
  { name }: { name: string },
  { now }: Pick<Knowledge, 'now'>,
) => ({
  ...{ kind: 'source' as const, id: sourceIdOf(memory), state: 'approved', about: memory.id },
  body: { approvedBy: name, at: now() },
});
