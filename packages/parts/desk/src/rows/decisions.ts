import type { Decider, Decision } from '@countersign/api/prompt';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Awaitable } from '@countersign/server/store/awaitable';
import { isListed } from '@countersign/server/store/dialect';
import type { Reading, Writing } from '@countersign/server/store/port';

export interface DecisionRow {
  id: string;
  prompt: string;
  by_kind: Decision['by']['kind'];
  by_id: string;
  by_name: string;
  feedback: string;
  digest: string;
  state: Decision['state'];
  recorded: number;
  delivered: number | null;
  acknowledged: number | null;
  attempts: number;
  failure: string | null;
  failure_statement: string | null;
  rule: string | null;
  release_at: number | null;
  /** 1 = by one answer to several prompts. */
  in_bulk: number;
  /** What became of it, JSON; null = nothing was reported. */
  outcome: string | null;
}

export const decisionRow = (reading: Reading, id: string): Awaitable<DecisionRow | undefined> =>
  reading.get<DecisionRow>('SELECT * FROM decisions WHERE id = ?', id);

/** The last answer to a prompt that the agent has not taken. */
export const failedDecisionRowOf = (
  reading: Reading,
  promptId: string,
): Awaitable<DecisionRow | undefined> =>
  reading.get<DecisionRow>(
    `SELECT * FROM decisions WHERE prompt = ? AND state IN ('refused', 'undeliverable')
     ORDER BY place DESC, recorded DESC LIMIT 1`,
    promptId,
  );

/** The decision that a closed prompt is shown with. */
export const decisionRowOf = (
  reading: Reading,
  promptId: string,
): Awaitable<DecisionRow | undefined> =>
  reading.get<DecisionRow>(
    `SELECT * FROM decisions WHERE prompt = ? AND state <> 'recalled'
     ORDER BY state IN ('refused', 'undeliverable'), place DESC, recorded DESC LIMIT 1`,
    promptId,
  );

/** Answers that have not left and can be recalled for a time, with what decides for how long. */
interface HeldAnswer {
  id: string;
  prompt: string;
  severity: string;
  policy: number | null;
  thread: string;
}

export const heldAnswers = (reading: Reading, ids: readonly string[]): Awaitable<HeldAnswer[]> =>
  reading.all<HeldAnswer>(
    `SELECT d.id, d.prompt, p.severity, p.thread, json_extract(p.escalation, '$.policyVersion') AS policy
     FROM outbox o CROSS JOIN decisions d ON d.id = o.id CROSS JOIN prompts p ON p.id = d.prompt
     WHERE o.id ${isListed} AND o.state IN ('pending', 'held') AND o.attempts = 0
       AND d.state = 'recorded' AND d.release_at IS NOT NULL ORDER BY d.id`,
    JSON.stringify(ids),
  );

/** They leave at that time, those with an earlier one at theirs. */
export const setRelease = (
  writing: Writing,
  releaseAt: number,
  ids: readonly string[],
): Awaitable<number> =>
  writing.run(
    `UPDATE decisions SET release_at = ? WHERE id ${isListed} AND release_at > ?`,
    releaseAt,
    JSON.stringify(ids),
    releaseAt,
  );

/** The clock was set: what can be recalled can be as long as before. */
export const shiftReleases = (writing: Writing, jumpMs: number): Awaitable<number> =>
  writing.run(
    `UPDATE decisions SET release_at = release_at + ? WHERE release_at IS NOT NULL AND id IN (
       SELECT id FROM outbox WHERE state IN ('pending', 'held') AND attempts = 0)`,
    jumpMs,
  );

/** `unless`: the code of a reason that is kept. */
export const noteFailedAttempt = (
  writing: Writing,
  reason: WrittenStatement,
  { id, unless }: { id: string; unless: string },
): Awaitable<number> =>
  writing.run(
    `UPDATE decisions SET failure = ?, failure_statement = ? WHERE id = ? AND state = 'recorded'
     AND COALESCE(json_extract(failure_statement, '$.code'), '') <> ?`,
    reason.text,
    JSON.stringify(reason.statement),
    id,
    unless,
  );

export const countAttempt = (writing: Writing, id: string): Awaitable<number> =>
  writing.run('UPDATE decisions SET attempts = attempts + 1 WHERE id = ?', id);

export const placeOfDecision = (
  reading: Reading,
  id: string,
): Awaitable<{ recorded: number; place: number } | undefined> =>
  reading.get<{ recorded: number; place: number }>(
    'SELECT recorded, place FROM decisions WHERE id = ?',
    id,
  );

export const markDecisionDelivered = (writing: Writing, decisionId: string): Awaitable<number> =>
  writing.run(
    `UPDATE decisions SET state = 'delivered', delivered = ?, failure = NULL, failure_statement = NULL WHERE id = ? AND state = 'recorded'`,
    writing.now,
    decisionId,
  );

export const takeBackAttempts = (writing: Writing, tried: number, id: string): Awaitable<number> =>
  writing.run(
    'UPDATE decisions SET attempts = CASE WHEN attempts > ? THEN attempts - ? ELSE 0 END WHERE id = ?',
    tried,
    tried,
    id,
  );

export const markDecisionRecalled = (
  writing: Writing,
  reason: WrittenStatement | null,
  id: string,
): Awaitable<number> =>
  writing.run(
    `UPDATE decisions SET state = 'recalled', failure = ?, failure_statement = ? WHERE id = ? AND state = 'recorded'`,
    reason?.text ?? null,
    reason === null ? null : JSON.stringify(reason.statement),
    id,
  );

/** Answers of rules that have not left. */
export const unsentByRules = (reading: Reading): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(`SELECT d.id FROM outbox o CROSS JOIN decisions d ON d.id = o.id
     WHERE o.state IN ('pending', 'held') AND o.attempts = 0 AND d.by_kind = 'rule' AND d.state = 'recorded'`);

export const insertDecision = (
  writing: Writing,
  {
    id,
    promptId,
    byKind,
    byId,
    byName,
    feedback,
    digest,
    rule,
    releaseAt,
    inBulk,
    place,
  }: {
    id: string;
    promptId: string;
    byKind: Decider['kind'];
    byId: string;
    byName: string;
    feedback: string;
    digest: string;
    rule: string | null;
    releaseAt: number | null;
    inBulk: boolean;
    place: number;
  },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO decisions(id, prompt, by_kind, by_id, by_name, feedback, digest, state, recorded, rule, release_at, in_bulk, place)
     VALUES(?,?,?,?,?,?,?,'recorded',?,?,?,?,?)`,
    id,
    promptId,
    byKind,
    byId,
    byName,
    feedback,
    digest,
    writing.now,
    rule,
    releaseAt,
    inBulk ? 1 : 0,
    place,
  );

export const keepOutcome = (writing: Writing, id: string, outcome: string): Awaitable<number> =>
  writing.run('UPDATE decisions SET outcome = ? WHERE id = ?', outcome, id);

/** Of a decision that has not failed and was not acknowledged before. */
export const acknowledgeSent = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(
    `UPDATE decisions SET state = 'acknowledged', acknowledged = ?, delivered = COALESCE(delivered, ?), failure = NULL, failure_statement = NULL
     WHERE id = ? AND state IN ('recorded', 'delivered')`,
    writing.now,
    writing.now,
    id,
  );

export const acknowledgeDecision = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(
    `UPDATE decisions SET state = 'acknowledged', acknowledged = ?, delivered = COALESCE(delivered, ?), failure = NULL, failure_statement = NULL
     WHERE id = ?`,
    writing.now,
    writing.now,
    id,
  );

export const threadOfDecision = (
  reading: Reading,
  id: string,
): Awaitable<{ thread: string } | undefined> =>
  reading.get<{ thread: string }>(
    'SELECT p.thread FROM decisions d JOIN prompts p ON p.id = d.prompt WHERE d.id = ?',
    id,
  );

export const markDecisionFailed = (
  writing: Writing,
  {
    state,
    reason,
    id,
  }: { state: 'refused' | 'undeliverable'; reason: WrittenStatement; id: string },
): Awaitable<number> =>
  writing.run(
    'UPDATE decisions SET state = ?, failure = ?, failure_statement = ? WHERE id = ?',
    state,
    reason.text,
    JSON.stringify(reason.statement),
    id,
  );

/** Of a decision that has left and was not acknowledged. */
export const noteDoubt = (
  writing: Writing,
  reason: WrittenStatement,
  id: string,
): Awaitable<number> =>
  writing.run(
    `UPDATE decisions SET failure = ?, failure_statement = ? WHERE id = ? AND state IN ('recorded', 'delivered')`,
    reason.text,
    JSON.stringify(reason.statement),
    id,
  );

/** The message that a decision answers. */
export const questionOf = (
  reading: Reading,
  parent: string,
): Awaitable<{ message_id: string } | undefined> =>
  reading.get<{ message_id: string }>(
    `SELECT p.message_id FROM decisions d JOIN prompts p ON p.id = d.prompt WHERE d.id = ?`,
    parent,
  );

export const acknowledgeDelivered = (writing: Writing, id: string): Awaitable<number> =>
  writing.run(
    `UPDATE decisions SET state = 'acknowledged', acknowledged = ? WHERE id = ? AND state = 'delivered'`,
    writing.now,
    id,
  );
