import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** A held tool call of a coding agent, as stored. Its arguments are in its question. */
export interface DoorCallRow {
  program: string;
  key: string;
  /** Of its question, or its own if nobody is asked. */
  id: string;
  /** How often it was asked about: a question that ended without an answer does not count as one. */
  round: number;
  digest: string;
  /** Nobody is asked: it reads in the agent's own folder. */
  is_read: number;
  /** JSON: the call without its arguments. */
  call: string;
  /** A yes after this time is void, epoch ms. */
  until: number;
  /** Who has taken the yes. */
  holder: string | null;
  taken: number | null;
  /** Digest of the call as it was let go. */
  given: string | null;
}

export const readDoorCall = async (
  reading: Pick<Reading, 'get'>,
  program: string,
  key: string,
): Promise<DoorCallRow | null> =>
  (await reading.get<DoorCallRow>(
    'SELECT * FROM door_calls WHERE program = ? AND key = ?',
    program,
    key,
  )) ?? null;

export const doorCallOf = async (
  reading: Pick<Reading, 'get'>,
  id: string,
): Promise<DoorCallRow | null> =>
  (await reading.get<DoorCallRow>('SELECT * FROM door_calls WHERE id = ?', id)) ?? null;

/** Calls that wait for a person at this time. */
export const waitingDoorCalls = async (
  reading: Pick<Reading, 'all'>,
  now: number,
): Promise<{ id: string; program: string }[]> =>
  reading.all<{ id: string; program: string }>(
    `SELECT d.id, d.program FROM door_calls d JOIN mcp_questions q ON q.id = d.id
     WHERE q.state = 'open' AND d.holder IS NULL AND d.until > ?`,
    now,
  );

/** A call that is asked about again has another question; one that was let go stays as it is. */
export const keepDoorCallRow = (
  writing: Writing,
  call: Pick<
    DoorCallRow,
    'program' | 'key' | 'id' | 'round' | 'digest' | 'is_read' | 'call' | 'until'
  >,
): Awaitable<number> =>
  writing.run(
    `INSERT INTO door_calls(program, key, id, round, digest, is_read, call, until) VALUES(?,?,?,?,?,?,?,?)
     ON CONFLICT(program, key) DO UPDATE SET id = excluded.id, round = excluded.round, until = excluded.until
     WHERE door_calls.holder IS NULL AND door_calls.round < excluded.round`,
    call.program,
    call.key,
    call.id,
    call.round,
    call.digest,
    call.is_read,
    call.call,
    call.until,
  );

export const takeDoorCallRow = (
  writing: Writing,
  { id, holder, given }: { id: string; holder: string; given: string },
): Awaitable<number> =>
  writing.run(
    'UPDATE door_calls SET holder = ?, taken = ?, given = ? WHERE id = ? AND holder IS NULL',
    holder,
    writing.now,
    given,
    id,
  );
