import type { CreateDecisions, DecisionReceipt } from '@countersign/api/bulk';
import type { Operator } from '@countersign/api/operator';
import { say } from '@countersign/api/statements';
import { bodyHash } from '@countersign/server/http/body-hash';
import { ProblemError, problemBody, statementOfProblem } from '@countersign/server/http/problem';
import { mapInOrder } from '@countersign/server/store/in-order';
import { readKey } from '@countersign/server/store/keys';
import type { DeskDeps } from '../desk-services.ts';
import { readDecision, readPrompt } from '../records/prompt-records.ts';
import { decideOne } from '../team/decide-one.ts';
import type { KeptReceipt, KeptReceipts } from '../team/receipt-operations.ts';
import { keepReceipts } from '../team/receipt-operations.ts';

type Deps = Pick<DeskDeps, 'journal' | 'createId' | 'dispatcher'>;

/** Rows that are checked and recorded concurrently: they share a commit. */
const atOnce = 20;

/**
 * One answer to exactly the prompts that were shown, or an edit for each, each checked like a single answer; a receipt per row, in
 * order. A repeated call, also after a crash half-way, returns the same receipts. Throws `idempotency-conflict`.
 */
export async function decideMany(
  deps: Deps,
  operator: Operator,
  body: CreateDecisions,
): Promise<DecisionReceipt[]> {
  const { items, feedback, idempotencyKey } = body;
  const { journal } = deps;
  const key = {
    scope: `decisions:${operator.id}`,
    key: idempotencyKey,
    bodyHash: bodyHash([items, feedback]),
  };
  const earlier = await readKey(journal.read, key);
  if (earlier.kind !== 'new') {
    return reported(deps, earlier.kind === 'repeated' ? JSON.parse(earlier.answer) : null);
  }
  const receipts: KeptReceipt[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    const rows = items.slice(from, from + atOnce);
    receipts.push(
      ...(await Promise.all(rows.map((item) => decideRow(deps, operator, { ...body, item })))),
    );
  }
  const kept: KeptReceipts = await journal.commit(keepReceipts, { ...key, receipts });
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
    const decision = await decideOne(deps, operator, promptId, {
      // Each prompt is its own target; an answer to many has none.
      feedback: {
        ...feedback,
        ...(messageId === undefined ? {} : { target: { messageId } }),
      },
      digest,
      idempotencyKey: `${row.idempotencyKey}:${promptId}`,
      inBulk: row.items.length > 1,
    });
    return { promptId, result: 'done', decisionId: decision.id, problem: null };
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

async function reported(
  { journal }: Deps,
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
