import type { CreateDecisions, DecisionReceipt } from '@countersign/api/bulk';
import type { Operator } from '@countersign/api/operator';
import { say } from '@countersign/api/statements';
import { bodyHash } from '@countersign/server/http/body-hash';
import { ProblemError, problemBody, statementOfProblem } from '@countersign/server/http/problem';
import { mapInOrder } from '@countersign/server/store/in-order';
import { readKey } from '@countersign/server/store/keys';
import type { DeskDeps } from '../desk-services.ts';
import { readDecision, readPrompt } from '../records/prompt-records.ts';
import { batchHoldMs, recallBatch, releaseBatch } from '../team/batch.ts';
import { decideOne } from '../team/decide-one.ts';
import type { KeptReceipt, KeptReceipts } from '../team/receipt-operations.ts';
import { isBatchStopped, keepReceipts, receiptsScope } from '../team/receipt-operations.ts';

type Deps = Pick<DeskDeps, 'journal' | 'clock' | 'createId' | 'dispatcher'>;

/** Rows that are checked and recorded concurrently: they share a commit. */
const atOnce = 20;

const notRecorded = ({ promptId }: CreateDecisions['items'][number]): KeptReceipt => ({
  promptId,
  result: 'recalled',
  decisionId: null,
  problem: null,
});

/**
 * One answer to exactly the prompts that were shown, or an edit for each, each checked like a single answer; a receipt per row, in
 * order. A repeated call, also after a crash half-way, returns the same receipts. Nothing leaves before the last row is recorded; a
 * recall meanwhile leaves the other rows open. Throws `idempotency-conflict`.
 */
export async function decideMany(
  deps: Deps,
  operator: Operator,
  body: CreateDecisions,
): Promise<DecisionReceipt[]> {
  const { items, feedback, idempotencyKey, awaitsReceipt = false } = body;
  const { journal } = deps;
  const batch = { operatorId: operator.id, idempotencyKey };
  const key = {
    scope: receiptsScope(batch),
    key: idempotencyKey,
    bodyHash: bodyHash([items, feedback]),
  };
  const earlier = await readKey(journal.read, key);
  if (earlier.kind !== 'new') {
    return reported(deps, earlier.kind === 'repeated' ? JSON.parse(earlier.answer) : null);
  }
  const receipts: KeptReceipt[] = [];
  let isStopped = false;
  for (let from = 0; from < items.length; from += atOnce) {
    const rows = items.slice(from, from + atOnce);
    isStopped ||= await isBatchStopped(journal.read, batch);
    if (isStopped) {
      receipts.push(...rows.map(notRecorded));
      continue;
    }
    receipts.push(
      ...(await Promise.all(rows.map((item) => decideRow(deps, operator, { ...body, item })))),
    );
  }
  const kept: KeptReceipts = await journal.commit(keepReceipts, { ...key, receipts });
  if (kept.kind === 'kept') {
    if (isStopped) await recallBatch(deps, operator, kept.receipts);
    else if (!awaitsReceipt && items.length > 1) await releaseBatch(deps, kept.receipts);
  }
  return reported(deps, kept.kind === 'kept' ? kept.receipts : null);
}

async function decideRow(
  deps: Deps,
  operator: Operator,
  row: CreateDecisions & { item: CreateDecisions['items'][number] },
): Promise<KeptReceipt> {
  const { promptId, digest, feedback = row.feedback } = row.item;
  if (feedback === undefined) throw new TypeError('a row without an answer passed the door');
  const messageId = (await readPrompt(deps.journal.read, promptId))?.message.messageId;
  try {
    const decided = await decideOne(deps, operator, promptId, {
      // Each prompt is its own target; an answer to many has none.
      feedback: {
        ...feedback,
        ...(messageId === undefined ? {} : { target: { messageId } }),
      },
      digest,
      idempotencyKey: `${row.idempotencyKey}:${promptId}`,
      inBulk: row.items.length > 1,
      batchMs: row.items.length > 1 ? batchHoldMs(row.items.length) : undefined,
    });
    if (decided.kind === 'voted')
      return { promptId, result: 'voted', decisionId: null, problem: null };
    return { promptId, result: 'done', decisionId: decided.decision.id, problem: null };
  } catch (error) {
    // Anything else is not about the row: the whole call fails, and can be repeated.
    if (!(error instanceof ProblemError)) throw error;
    const { prompt: _prompt, ...members } = error.members;
    return {
      promptId,
      result: error.slug === 'prompt-changed' ? 'changed' : 'skipped',
      decisionId: null,
      problem: problemBody(error.slug, statementOfProblem(error), members),
    };
  }
}

/** The receipts as the interface has them. Throws `idempotency-conflict` if there are none. */
export async function reported(
  { journal }: Pick<Deps, 'journal'>,
  receipts: KeptReceipt[] | null,
): Promise<DecisionReceipt[]> {
  if (receipts === null) {
    throw new ProblemError('idempotency-conflict', say('bulk.key-used'));
  }
  return mapInOrder(receipts, async ({ promptId, result, decisionId, problem }) => ({
    promptId,
    result,
    decision: decisionId === null ? null : await readDecision(journal.read, decisionId),
    prompt: result === 'done' ? null : await readPrompt(journal.read, promptId),
    problem,
  }));
}
