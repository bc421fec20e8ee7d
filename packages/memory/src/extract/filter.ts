import type { MemoryType } from '../model/content.ts';
import { type Importance, importances } from '../model/memory.ts';
import { say } from '../statements.ts';
import type { Draft, ReportEntry, Stepped } from './draft.ts';

/** Which memories are worth sharing. */
export interface FilterPolicy {
  /** At least so important; `medium` if absent. */
  importance?: Importance;
  /** All four if absent. */
  types?: readonly MemoryType[];
  /** Results of workflows that are kept; what has succeeded, if absent. */
  results?: readonly string[];
  /** ms since the epoch: what is no longer valid then is dropped. */
  now: number;
}

/** Spellings of success; a workflow that does not say how it ended is not one. */
const success = [
  'success',
  'succeeded',
  'successful',
  'completed',
  'complete',
  'done',
  'ok',
  'absorbed',
  '成功',
  '完成',
  '已完成',
];

/** The first step: what failed, is of low importance, waits for a decision or is over, is dropped. Failures are kept as events. */
export function filter(drafts: readonly Draft[], policy: FilterPolicy): Stepped<Draft> {
  const report: ReportEntry[] = [];
  const items = drafts.filter((draft) => {
    const rule = ruleAgainst(draft, policy);
    report.push({
      memoryId: draft.memoryId,
      step: 'filter',
      path: '',
      action: rule === null ? 'kept' : 'dropped',
      rule: rule ?? 'all',
      after: '',
      reason: rule === null ? say('memory.kept') : say(`memory.dropped-${rule}`),
    });
    return rule === null;
  });
  return { items, report };
}

function ruleAgainst(draft: Draft, policy: FilterPolicy) {
  const least = importances.indexOf(policy.importance ?? 'medium');
  if (draft.status !== 'active') return 'status';
  if (draft.validUntil !== null && draft.validUntil <= policy.now) return 'validity';
  if (importances.indexOf(draft.importance) < least) return 'importance';
  if (policy.types !== undefined && !policy.types.includes(draft.type)) return 'type';
  const result = draft.content['result_status'];
  const results = policy.results ?? success;
  const isSuccess = typeof result === 'string' && results.includes(result.trim().toLowerCase());
  return draft.type === 'workflow' && !isSuccess ? 'result' : null;
}
