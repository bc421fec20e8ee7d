import type { Operator } from '@countersign/api/operator';
import type { Reading, Writing } from '../port.ts';

type OperatorRow = Omit<Operator, 'groups' | 'tokenEndsAt'> & {
  groups: string;
  token_ends: number | null;
};

const select = 'SELECT id, name, role, groups, token_ends FROM operators';

const toOperator = ({ id, name, role, groups, token_ends }: OperatorRow): Operator => ({
  id,
  name,
  role,
  groups: JSON.parse(groups),
  ...(token_ends === null ? {} : { tokenEndsAt: token_ends }),
});

export async function listOperators(reading: Reading): Promise<Operator[]> {
  return (await reading.all<OperatorRow>(`${select} ORDER BY id`)).map(toOperator);
}

export async function readOperator(reading: Reading, id: string): Promise<Operator | null> {
  const row = await reading.get<OperatorRow>(`${select} WHERE id = ?`, id);
  return row === undefined ? null : toOperator(row);
}

/** The operator with this token, unless it has ended; the store has its hash only. */
export async function operatorOfToken(
  reading: Reading,
  tokenHash: string,
  now: number,
): Promise<Operator | null> {
  const row = await reading.get<OperatorRow>(
    `${select} WHERE token = ? AND (token_ends IS NULL OR token_ends > ?)`,
    tokenHash,
    now,
  );
  return row === undefined ? null : toOperator(row);
}

export async function insertOperator(
  writing: Writing,
  { id, name, role, groups, tokenEndsAt }: Operator,
  tokenHash: string,
): Promise<void> {
  await writing.run(
    'INSERT INTO operators(id, name, role, groups, token, token_ends, created) VALUES(?,?,?,?,?,?,?)',
    id,
    name,
    role,
    JSON.stringify(groups),
    tokenHash,
    tokenEndsAt ?? null,
    writing.now,
  );
}

export async function updateOperator(
  writing: Writing,
  { id, name, role, groups }: Operator,
): Promise<void> {
  await writing.run(
    'UPDATE operators SET name = ?, role = ?, groups = ? WHERE id = ?',
    name,
    role,
    JSON.stringify(groups),
    id,
  );
}

/** With the sessions, the views only they saw, and the drafts of the operator; true if there was one. */
export async function deleteOperator(writing: Writing, id: string): Promise<boolean> {
  const removed = await writing.run('DELETE FROM operators WHERE id = ?', id);
  await writing.run('DELETE FROM sessions WHERE operator = ?', id);
  if (removed === 0) return false;
  await writing.run('DELETE FROM views WHERE owner = ? AND shared = 0', id);
  await writing.run('DELETE FROM drafts WHERE operator = ?', id);
  return true;
}
