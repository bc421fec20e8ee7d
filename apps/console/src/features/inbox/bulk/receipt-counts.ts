import type { DecisionReceipt } from '@countersign/api/bulk';
import type { Decision, Prompt } from '@countersign/api/prompt';
import { isStillHere } from '@countersign/desk/recall';
import type { BulkType, ReceiptCounts } from '../../../text/message-parameters.ts';

/** An answer that was sent for many rows, and its result for each. */
export interface SentMany {
  type: BulkType;
  /** As they were shown, in their order. */
  rows: readonly Prompt[];
  receipts: ReadonlyMap<string, DecisionReceipt>;
  /** What was sent for a row with its own answer, as text. */
  words: ReadonlyMap<string, string>;
  /** Epoch ms of the server. */
  at: number;
  /** When the rows leave together, epoch ms; null = none waits, undefined = not before this receipt was seen. */
  releaseAt: number | null | undefined;
}

/** The decision of a row as far as it is known; null = it was recalled. */
export function decisionNow(
  { releaseAt }: Pick<SentMany, 'releaseAt'>,
  receipt: DecisionReceipt,
  live: Prompt | undefined,
): Decision | null {
  const now = live?.decision?.id === receipt.decision?.id ? live?.decision : receipt.decision;
  const decision = now ?? receipt.decision;
  if (decision === null || typeof releaseAt !== 'number' || decision.releaseAt === null)
    return decision;
  return { ...decision, releaseAt: Math.min(decision.releaseAt, releaseAt) };
}

/** Whether an answer can still be taken back. */
export function isRecallable(decision: Decision, now: number): boolean {
  return isStillHere(decision, false, now);
}

/** Ids of the answers of a receipt that have not left. */
export function recallableOf(
  sent: SentMany,
  live: ReadonlyMap<string, Prompt>,
  now: number,
): readonly string[] {
  return [...sent.receipts.values()].flatMap((receipt) => {
    const decision =
      receipt.result === 'done' ? decisionNow(sent, receipt, live.get(receipt.promptId)) : null;
    return decision !== null && isRecallable(decision, now) ? [decision.id] : [];
  });
}

type RowStatus = Exclude<keyof ReceiptCounts, 'leavesInMs'>;

function questionStatusOf(decision: Decision | null, isRecalled: boolean, now: number): RowStatus {
  if (decision === null) return 'onTheWay';
  if (isRecalled || decision.state === 'recalled') return 'recalled';
  if (isRecallable(decision, now)) return 'held';
  switch (decision.state) {
    case 'recorded':
      return 'onTheWay';
    case 'undeliverable':
    case 'refused':
      return 'failed';
    default:
      return 'done';
  }
}

interface Known {
  sent: SentMany;
  live: ReadonlyMap<string, Prompt>;
  /** Recalled here, by decision id: null = it was. */
  recalled: ReadonlyMap<string, string | null>;
  now: number;
}

/** How many rows of a receipt have which status. Recorded is not done: it has to be sent first. */
export function countsOf({ sent, live, recalled, now }: Known): ReceiptCounts {
  const counts: ReceiptCounts = {
    ...{ held: 0, onTheWay: 0, done: 0, failed: 0, recalled: 0, changed: 0, skipped: 0, voted: 0 },
    leavesInMs: Number.POSITIVE_INFINITY,
  };
  for (const receipt of sent.receipts.values()) {
    if (receipt.result !== 'done') {
      counts[receipt.result] += 1;
      continue;
    }
    const decision = decisionNow(sent, receipt, live.get(receipt.promptId));
    const rowStatus = questionStatusOf(decision, recalled.get(decision?.id ?? '') === null, now);
    counts[rowStatus] += 1;
    if (rowStatus === 'held' && sent.releaseAt !== undefined)
      counts.leavesInMs = Math.min(counts.leavesInMs, (decision?.releaseAt ?? now) - now);
  }
  return counts;
}
