import type { WrittenStatement } from '@countersign/json/statement';
import { say } from '../statements.ts';

/** Who let something leave: a person, or a rule that a person made and that ends. Times are epoch ms. */
export type Approval =
  | { kind: 'person'; by: string; at: number }
  /** `rule`: its name; `by`: who made it, and did not see what it approves; `at`: when it did. */
  | { kind: 'rule'; rule: string; by: string; at: number; expiresAt: number };

/** Whether an approval holds at a time. A rule without an end is none. */
export function checkApproval(
  approval: Approval | null,
  now: number,
): { ok: true; approval: Approval } | { ok: false; reason: WrittenStatement } {
  if (approval === null || approval.by.trim() === '' || approval.at > now) {
    return { ok: false, reason: say('memory.no-approval') };
  }
  if (approval.kind === 'rule') {
    if (!Number.isFinite(approval.expiresAt))
      return { ok: false, reason: say('memory.no-approval') };
    if (approval.expiresAt <= now) {
      return { ok: false, reason: say('memory.rule-ended', { rule: approval.rule }) };
    }
  }
  return { ok: true, approval };
}
