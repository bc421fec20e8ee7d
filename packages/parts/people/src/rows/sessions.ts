import type { SignInMethod } from '@countersign/api/people/session';
import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** A session: the store has the hashes of its two secrets. */
export interface SessionRow {
  /** By which it is listed; null = an earlier version has opened it. */
  id: string | null;
  token: string;
  operator: string;
  /** Epoch ms. */
  expires: number;
}

/** The session with this proof, unless it has ended. */
export async function readSession(
  reading: Reading,
  proofHash: string,
  now: number,
): Promise<SessionRow | null> {
  const row = await reading.get<SessionRow>(
    'SELECT id, token, operator, expires FROM sessions WHERE proof = ? AND expires > ?',
    proofHash,
    now,
  );
  return row ?? null;
}

export async function insertSession(
  writing: Writing,
  session: SessionRow & { proof: string; via: SignInMethod; browser: string | null },
): Promise<void> {
  await writing.run(
    `INSERT INTO sessions(token, proof, operator, created, expires, id, via, browser)
     VALUES(?,?,?,?,?,?,?,?)`,
    session.token,
    session.proof,
    session.operator,
    writing.now,
    session.expires,
    session.id,
    session.via,
    session.browser,
  );
}

/** The operator of the session that was removed; null = there was none. */
export async function deleteSession(writing: Writing, proofHash: string): Promise<string | null> {
  const row = await writing.get<{ operator: string }>(
    'SELECT operator FROM sessions WHERE proof = ?',
    proofHash,
  );
  await writing.run('DELETE FROM sessions WHERE proof = ?', proofHash);
  return row?.operator ?? null;
}

export interface ListedSession {
  id: string;
  operator: string;
  via: SignInMethod;
  browser: string | null;
  created: number;
  expires: number;
}

const listed = `SELECT id, operator, via, browser, created, expires FROM sessions
  WHERE id IS NOT NULL AND expires > ?`;

/** Those that are open, newest first, of one operator or (null) of all. */
export const listSessions = (
  reading: Reading,
  now: number,
  operatorId: string | null,
): Awaitable<ListedSession[]> =>
  reading.all<ListedSession>(
    `${listed} AND (? IS NULL OR operator = ?) ORDER BY created DESC, id LIMIT 500`,
    now,
    operatorId,
    operatorId,
  );

/** The operator of the session with this id that was removed; null = there was none of `of` (null = of anyone). */
export async function deleteListedSession(
  writing: Writing,
  id: string,
  of: string | null,
): Promise<string | null> {
  const row = await writing.get<{ operator: string }>(
    'SELECT operator FROM sessions WHERE id = ? AND (? IS NULL OR operator = ?)',
    id,
    of,
    of,
  );
  if (row === undefined) return null;
  await writing.run('DELETE FROM sessions WHERE id = ?', id);
  return row.operator;
}

export async function deleteEndedSessions(writing: Writing): Promise<void> {
  await writing.run('DELETE FROM sessions WHERE expires <= ?', writing.now);
}

/** The clock was set: every session ends as much later. */
export async function shiftSessions(writing: Writing, jumpMs: number): Promise<void> {
  await writing.run(
    'UPDATE sessions SET created = created + ?, expires = expires + ?',
    jumpMs,
    jumpMs,
  );
}
