import type { WrittenStatement } from '@countersign/json/statement';
import { type Approval, checkApproval } from '../model/approval.ts';
import type { Knowledge } from '../model/knowledge.ts';

/** Approves sharing of knowledge: by a person, or by a rule that ends; never without. */
export function release(
  knowledge: Knowledge,
  approval: Approval | null,
  now: number,
): { ok: true; knowledge: Knowledge } | { ok: false; reason: WrittenStatement } {
  const checked = checkApproval(approval, now);
  if (!checked.ok) return { ok: false, reason: checked.reason };
  const given = checked.approval;
  const provenance = {
    ...knowledge.provenance,
    // Who made a rule has not seen what it approves.
    approvedBy: given.kind === 'rule' ? `rule: ${given.rule}` : given.by,
    approvedAs: given.kind,
    approvedAt: given.at,
  };
  return { ok: true, knowledge: { ...knowledge, provenance } };
}
