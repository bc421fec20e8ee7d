import {
  type AuditEnd,
  continueAudit,
  saveAuditHead,
  selectAuditHead,
} from '../audit/audit-head.ts';
import { insertAudit, insertAuditWords, nextAuditRow } from '../audit/audit-row.ts';
import { type EventChain, unbound } from '../event-chain.ts';
import { type EventRow, type StreamRow, streamRow } from '../row.ts';
import { addSigningKey, signerOf } from '../signing.ts';
import type { Transaction } from '../transaction.ts';
import type { Connection } from './database.ts';

const insertEvent =
  'INSERT INTO events(position, thread, sequence, run, agent, received, notable, data, link) VALUES(?,?,?,?,?,?,?,?,?)';

/** Creates transactions on one connection and remembers the heads, so that numbering needs no query. */
export function createNumbering(connection: Connection) {
  let position: number | null = null;
  const heads = new Map<string, number>();
  const count = (sql: string, ...values: string[]) =>
    connection.get<{ head: number | null }>(sql, ...values)?.head ?? 0;
  const head = () => {
    position ??= count('SELECT MAX(position) AS head FROM events');
    return position;
  };
  return {
    position: head,
    nextPosition() {
      position = head() + 1;
      return position;
    },
    nextSequence(threadId: string) {
      const head =
        heads.get(threadId) ??
        count('SELECT MAX(sequence) AS head FROM events WHERE thread = ?', threadId);
      heads.set(threadId, head + 1);
      return head + 1;
    },
    /** After a rollback the numbers in memory are too high. */
    forget() {
      position = null;
      heads.clear();
    },
  };
}
export type Numbering = ReturnType<typeof createNumbering>;

/** Begins the bookkeeping of one operation; `finish` updates all changed task rows. */
export function beginTransaction(
  connection: Connection,
  numbering: Numbering,
  {
    now,
    pastDamage,
    auditKey,
    chain = unbound,
  }: Pick<Transaction, 'now' | 'pastDamage'> & {
    auditKey?: string | undefined;
    chain?: EventChain | undefined;
  },
) {
  const rows: StreamRow[] = [];
  const touched = new Map<string, number>();
  const transaction: Transaction = {
    now,
    get: connection.get,
    all: connection.all,
    run: connection.run,
    pastDamage,
    place: numbering.position,
    append(event) {
      const row: EventRow = {
        position: numbering.nextPosition(),
        thread: event.threadId,
        sequence: numbering.nextSequence(event.threadId),
        run: event.runId,
        agent: event.agentId,
        received: now,
        notable: event.notable ? 1 : 0,
        data: event.json,
      };
      connection.run(
        insertEvent,
        row.position,
        row.thread,
        row.sequence,
        row.run,
        row.agent,
        row.received,
        row.notable,
        row.data,
        chain.add(row),
      );
      rows.push(streamRow(row));
      touched.set(event.threadId, row.sequence);
      return row.sequence;
    },
    async fact(place, name, value) {
      await transaction.append({
        ...place,
        agentId: 'countersign',
        json: JSON.stringify({ type: 'CUSTOM', name, value }),
        notable: true,
      });
    },
    signer: () => signerOf(transaction, auditKey),
    addSigningKey: () => (auditKey === undefined ? null : addSigningKey(transaction, auditKey)),
    audit(row) {
      const { last, seal } = continueAudit(auditKey, {
        stored:
          auditKey === undefined
            ? undefined
            : connection.get<{ value: string }>(selectAuditHead)?.value,
        last: connection.get<AuditEnd>(
          'SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1',
        ) ?? { number: 0, hash: '' },
      });
      const { end, values, words } = nextAuditRow(last, now, row);
      connection.run(insertAudit, ...values);
      connection.run(insertAuditWords, ...words);
      const sealed = seal(end);
      if (sealed !== null) connection.run(saveAuditHead, sealed);
    },
  };
  return {
    transaction,
    rows,
    finish() {
      for (const [threadId, sequence] of touched) {
        connection.run(
          'UPDATE tasks SET events = ?, updated = ? WHERE id = ?',
          sequence,
          now,
          threadId,
        );
      }
    },
  };
}
