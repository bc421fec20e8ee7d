import type { Reading, Writing } from '@countersign/server/store/port';

/** A session: the store has the hashes of its two secrets. */
export interface SessionRow {
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
    'SELECT token, operator, expires FROM sessions WHERE proof = ? AND expires > ?',
    proofHash,
    now,
  );
  return row ?? null;
}

export async function insertSession(
  writing: Writing,
  session: SessionRow & { proof: string },
): Promise<void> {
  await writing.run(
    'INSERT INTO sessions(token, proof, operator, created, expires) VALUES(?,?,?,?,?)',
    session.token,
    session.proof,
    session.operator,
    writing.now,
    session.expires,
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
