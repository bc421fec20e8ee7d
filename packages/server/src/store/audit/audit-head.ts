import { createHmac } from 'node:crypto';
import { type Awaitable, whenRead } from '../awaitable.ts';
import type { Reading } from '../port.ts';

/** The last row of the audit. */
export interface AuditEnd {
  number: number;
  hash: string;
}

/** With a seal that only a server with the key can make: without it, rows at the end could be removed unnoticed. */
type AuditHead = AuditEnd & { seal: string };

export const auditKeyOf = (secretKey: Buffer): string =>
  createHmac('sha256', secretKey).update('audit').digest('hex');

const sealOf = (key: string, { number, hash }: AuditEnd): string =>
  createHmac('sha256', key).update(`${number}\n${hash}`).digest('hex');

export const selectAuditHead = `SELECT value FROM meta WHERE key = 'audit-head'`;
export const saveAuditHead = `INSERT INTO meta(key, value) VALUES('audit-head', ?)
  ON CONFLICT(key) DO UPDATE SET value = excluded.value`;

const headIn = (value: string | undefined): AuditHead | null =>
  value === undefined ? null : JSON.parse(value);

/** null = no row was sealed yet. */
export const readAuditHead = (
  reading: Reading,
  key: string,
): Awaitable<(AuditEnd & { isGenuine: boolean }) | null> =>
  whenRead(reading.get<{ value: string }>(selectAuditHead), (row) => {
    const head = headIn(row?.value);
    return head && { ...head, isGenuine: head.seal === sealOf(key, head) };
  });

/**
 * The row that the next one follows, and what seals that. A row that was removed at the end is missed by the next one too; a seal that is
 * not of this key stays, to be noticed; so does one of another last row than there
 * is, which no server has written.
 */
export function continueAudit(
  key: string | undefined,
  { stored, last }: { stored: string | undefined; last: AuditEnd },
): { last: AuditEnd; seal: (end: AuditEnd) => string | null } {
  if (key === undefined) return { last, seal: () => null };
  const head = headIn(stored);
  const isGenuine = head !== null && head.seal === sealOf(key, head);
  const isAsSealed = last.number === head?.number && last.hash === head.hash;
  return {
    last: isGenuine && head.number > last.number ? head : last,
    seal: (end) =>
      head === null || (isGenuine && (head.number > last.number || isAsSealed))
        ? JSON.stringify({ ...end, seal: sealOf(key, end) })
        : null,
  };
}
