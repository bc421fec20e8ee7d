import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

export interface PolicyTableRow {
  version: number;
  /** Its lines, JSON. */
  body: string;
  at: number;
  operator: string;
}

export const newestTable = (reading: Reading): Awaitable<PolicyTableRow | undefined> =>
  reading.get<PolicyTableRow>('SELECT * FROM policy_tables ORDER BY version DESC LIMIT 1');

export const policyTableRows = (reading: Reading, limit: number): Awaitable<PolicyTableRow[]> =>
  reading.all<PolicyTableRow>('SELECT * FROM policy_tables ORDER BY version DESC LIMIT ?', limit);

export const insertTable = (
  writing: Writing,
  { version, body, operator }: { version: number; body: string; operator: string },
): Awaitable<number> =>
  writing.run(
    'INSERT INTO policy_tables(version, body, at, operator) VALUES(?,?,?,?)',
    version,
    body,
    writing.now,
    operator,
  );

export interface PolicyHoldRow {
  id: string;
  kind: 'bypass' | 'stop';
  /** JSON. */
  body: string;
  at: number;
  until: number | null;
}

/** What holds beside the table now. */
export const policyHolds = (reading: Reading, now: number): Awaitable<PolicyHoldRow[]> =>
  reading.all<PolicyHoldRow>(
    `SELECT id, kind, body, at, until FROM policy_holds WHERE ended IS NULL AND (until IS NULL OR until > ?) ORDER BY at, id`,
    now,
  );

export const insertHold = (
  writing: Writing,
  { id, kind, body, until }: { id: string; kind: string; body: string; until: number | null },
): Awaitable<number> =>
  writing.run(
    'INSERT INTO policy_holds(id, kind, body, at, until) VALUES(?,?,?,?,?)',
    id,
    kind,
    body,
    writing.now,
    until,
  );

/** Ends what holds of a kind, or the one with this id. */
export const endHolds = (
  writing: Writing,
  { kind, id }: { kind: string; id: string | null },
): Awaitable<number> =>
  writing.run(
    'UPDATE policy_holds SET ended = ? WHERE ended IS NULL AND kind = ? AND (? IS NULL OR id = ?)',
    writing.now,
    kind,
    id,
    id,
  );

/** What was found in a question, and what the policy requires of it, JSON. */
export const writeScreening = (
  writing: Writing,
  {
    id,
    demand,
    signals,
    intent,
  }: { id: string; demand: string | null; signals: string; intent: string | null },
): Awaitable<number> =>
  writing.run(
    'UPDATE prompts SET demand = ?, signals = ?, intent = ? WHERE id = ?',
    demand,
    signals,
    intent,
    id,
  );

/** The oldest open questions. */
export const openPromptIds = (reading: Reading, limit: number): Awaitable<{ id: string }[]> =>
  reading.all<{ id: string }>(
    `SELECT id FROM prompts WHERE state = 'open' ORDER BY opened, id LIMIT ?`,
    limit,
  );

/** Questions since a time that people have answered, newest first. */
export const answeredSince = (
  reading: Reading,
  since: number,
  { limit, offset }: { limit: number; offset: number },
): Awaitable<{ id: string; starter: string | null }[]> =>
  reading.all<{ id: string; starter: string | null }>(
    `SELECT p.id, t.starter FROM prompts p LEFT JOIN tasks t ON t.id = p.thread
     WHERE p.state = 'answered' AND p.opened >= ? ORDER BY p.opened DESC, p.id DESC LIMIT ? OFFSET ?`,
    since,
    limit,
    offset,
  );
