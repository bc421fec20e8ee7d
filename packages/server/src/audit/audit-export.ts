import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditEntry, AuditFilter } from '@countersign/api/records/audit';
import type { Journal } from '../journal/journal.ts';
import { type AuditPlace, newestAuditRows } from '../store/audit/audit.ts';
import { auditEntries } from './audit-log.ts';

const pageRows = 500;

const columns: readonly [string, (entry: AuditEntry) => string | number | null | undefined][] = [
  ['number', ({ number }) => number],
  ['time', ({ at }) => new Date(at).toISOString()],
  ['who', ({ who }) => who.name],
  ['who kind', ({ who }) => who.kind],
  ['operator', ({ operator }) => operator],
  ['kind', ({ kind }) => kind],
  ['action', ({ action }) => action],
  ['about', ({ about }) => about],
  ['task', ({ threadId }) => threadId],
  ['connection', ({ agentId }) => agentId],
  ['tool', ({ tool }) => tool],
  ['seen seconds', ({ seen }) => seen && Math.round(seen.visibleMs / 1_000)],
  ['delivered', ({ delivery }) => delivery?.state],
  ['outcome', ({ delivery }) => delivery?.outcome?.status],
  ['detail', ({ detail }) => JSON.stringify(detail)],
  ['hash', ({ hash }) => hash],
];

/** A cell of RFC 4180. What a spreadsheet would calculate is text: it begins with an apostrophe. */
function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The entries that match, the newest first, in pieces of text. */
export async function* exportAudit(
  journal: Journal,
  filter: AuditFilter,
  format: 'csv' | 'jsonl',
): AsyncGenerator<string> {
  if (format === 'csv') yield `\uFEFF${columns.map(([name]) => name).join(',')}\r\n`;
  let before: AuditPlace | null = null;
  for (;;) {
    const rows = await newestAuditRows(journal.read, filter, { before, limit: pageRows });
    if (format === 'jsonl') {
      yield rows.map(({ row, hash }) => `{"entry":${row},"hash":"${hash}"}\n`).join('');
    } else {
      const entries = await auditEntries(journal, rows);
      const lines = entries.map((entry) => columns.map(([, of]) => cell(of(entry))).join(','));
      yield lines.map((line) => `${line}\r\n`).join('');
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    before = { at: last.at, number: last.number };
    // A fast reader must not block other requests.
    await nextTurn();
  }
}
