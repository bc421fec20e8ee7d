import type { WrittenStatement } from '@countersign/json/statement';
import { say } from '../statements.ts';

/** Who let something leave: a person, or a rule that a person made and that ends. Times are epoch ms. */
export type Approval =
  | { kind: 'person'; by: string; at: number }
  | { kind: 'rule'; rule: string; by: string; at: number; expiresAt: number };

/** Why an approval does not hold; null = it does. A rule without an end is none, whoever made it. */
export function approvalFault(approval: Approval | null, now: number): WrittenStatement | null {
  if (approval === null || approval.by.trim() === '' || approval.at > now) {
    return say('memory.no-approval');
  }
  if (approval.kind === 'person') return null;
  if (!Number.isFinite(approval.expiresAt)) return say('memory.no-approval');
  return approval.expiresAt > now ? null : say('memory.rule-ended', { rule: approval.rule });
}
