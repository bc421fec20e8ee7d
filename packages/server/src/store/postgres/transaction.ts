import {
  type AuditEnd,
  continueAudit,
  saveAuditHead,
  selectAuditHead,
} from '../audit/audit-head.ts';
import { insertAudit, insertAuditWords, nextAuditRow } from '../audit/audit-row.ts';
import type { EventChain } from '../event-chain.ts';
import type { Tolerant } from '../faults/past-damage.ts';
import { type EventRow, type StreamRow, streamRow } from '../row.ts';
import { addSigningKey, signerOf } from '../signing.ts';
import type { Transaction } from '../transaction.ts';
import type { PostgresConnection } from './connection/connection.ts';
import { createNewEvents } from './new-events.ts';
import type { Numbering } from './numbering.ts';

/** Begins the bookkeeping of one operation; `finish` writes its events and updates all changed task rows. */
export function beginTransaction(
  connection: PostgresConnection,
  numbering: Numbering,
  {
    now,
    pastDamage,
    auditKey,
    chain,
  }: Tolerant & { now: number; auditKey?: string | undefined; chain: EventChain },
) {
  const rows: StreamRow[] = [];
  const touched = new Map<string, number>();
  const events = createNewEvents(connection);
  let changes = 0;
  const transaction: Transaction = {
    now,
    pastDamage,
    async get(sql, ...values) {
      await events.before(sql);
      return connection.get(sql, ...values);
    },
    async all(sql, ...values) {
      await events.before(sql);
      return connection.all(sql, ...values);
    },
    async run(sql, ...values) {
      await events.before(sql);
      const changed = await connection.run(sql, ...values);
      changes += changed;
      return changed;
    },
    place: numbering.position,
    async append(event) {
      const sequence = await numbering.nextSequence(connection, event.threadId);
      const row: EventRow = {
        position: numbering.nextPosition(),
        thread: event.threadId,
        sequence,
        run: event.runId,
        agent: event.agentId,
        received: now,
        notable: event.notable ? 1 : 0,
        data: event.json,
      };
      events.add({ ...row, link: chain.add(row) });
      rows.push(streamRow(row));
      touched.set(event.threadId, sequence);
      return sequence;
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
    async audit(row) {
      const { last, seal } = continueAudit(auditKey, {
        stored:
          auditKey === undefined
            ? undefined
            : (await connection.get<{ value: string }>(selectAuditHead))?.value,
        last: (await connection.get<AuditEnd>(
          'SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1',
        )) ?? { number: 0, hash: '' },
      });
      const { end, values, words } = nextAuditRow(last, now, row);
      await transaction.run(insertAudit, ...values);
      await transaction.run(insertAuditWords, ...words);
      const sealed = seal(end);
      if (sealed !== null) await transaction.run(saveAuditHead, sealed);
    },
  };
  return {
    transaction,
    rows,
    /** Whether anything was written. */
    hasChanged: () => changes > 0 || rows.length > 0,
    async finish() {
      await events.write();
      for (const [threadId, sequence] of touched) {
        await connection.run(
          'UPDATE tasks SET events = ?, updated = ? WHERE id = ?',
          sequence,
          now,
          threadId,
        );
      }
    },
  };
}
