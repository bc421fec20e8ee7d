import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

export interface PasskeyRow {
  /** Of the credential. */
  id: string;
  operator: string;
  name: string;
  host: string;
  /** Base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  created: number;
  used: number | null;
}

type Stored = Omit<PasskeyRow, 'publicKey' | 'transports'> & {
  public_key: string;
  transports: string;
};

const select =
  'SELECT id, operator, name, host, public_key, counter, transports, created, used FROM passkeys';

const toRow = ({ public_key, transports, ...row }: Stored): PasskeyRow => ({
  ...row,
  publicKey: public_key,
  transports: JSON.parse(transports),
});

export const passkeysOf = async (reading: Reading, operatorId: string): Promise<PasskeyRow[]> =>
  (await reading.all<Stored>(`${select} WHERE operator = ? ORDER BY created, id`, operatorId)).map(
    toRow,
  );

export async function readPasskey(reading: Reading, id: string): Promise<PasskeyRow | null> {
  const row = await reading.get<Stored>(`${select} WHERE id = ?`, id);
  return row === undefined ? null : toRow(row);
}

export const insertPasskey = (
  writing: Writing,
  passkey: Omit<PasskeyRow, 'created' | 'used'>,
): Awaitable<number> =>
  writing.run(
    `INSERT INTO passkeys(id, operator, name, host, public_key, counter, transports, created)
     VALUES(?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING`,
    passkey.id,
    passkey.operator,
    passkey.name,
    passkey.host,
    passkey.publicKey,
    passkey.counter,
    JSON.stringify(passkey.transports),
    writing.now,
  );

/** A counter that does not grow is of a copy, unless the passkey does not count (0). 0 = refused. */
export const usePasskey = (writing: Writing, id: string, counter: number): Awaitable<number> =>
  writing.run(
    'UPDATE passkeys SET counter = ?, used = ? WHERE id = ? AND (counter = 0 OR counter < ?)',
    counter,
    writing.now,
    id,
    counter,
  );

export const deletePasskey = (
  writing: Writing,
  id: string,
  operatorId: string,
): Awaitable<number> =>
  writing.run('DELETE FROM passkeys WHERE id = ? AND operator = ?', id, operatorId);

export const deletePasskeysOf = (writing: Writing, operatorId: string): Awaitable<number> =>
  writing.run('DELETE FROM passkeys WHERE operator = ?', operatorId);
