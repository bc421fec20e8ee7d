import { canonicalJson } from '@countersign/json/canonical-json';
import { auditHash } from '../transaction.ts';
import { type AuditContent, aboutOf, wordColumn } from './audit-about.ts';
import type { AuditEnd } from './audit-head.ts';

export const insertAudit =
  'INSERT INTO audit(number, at, operator, thread, row, hash, kind, agent, tool, words) VALUES(?,?,?,?,?,?,?,?,?,?)';

/** Words of a row that was removed from the store may still be there. */
export const insertAuditWords = `INSERT INTO audit_words(word, number)
  SELECT value, CAST(? AS BIGINT) FROM json_each(?) WHERE 1 = 1 ON CONFLICT DO NOTHING`;

/** The row that follows another one in the chain, as the values of `insertAudit` and `insertAuditWords`. */
export function nextAuditRow(
  last: AuditEnd,
  at: number,
  entry: Omit<AuditContent, 'number' | 'at'>,
) {
  const content = { number: last.number + 1, at, ...entry };
  const row = canonicalJson(content);
  // From the text, not from the value: what is undefined in the value is not in the row.
  const { kind, agent, tool, words } = aboutOf(JSON.parse(row));
  const { number, operator, threadId } = content;
  const hash = auditHash(last.hash, content);
  return {
    end: { number, hash },
    values: [number, at, operator, threadId, row, hash, kind, agent, tool, wordColumn(words)],
    words: [number, JSON.stringify(words)],
  } satisfies { end: AuditEnd; values: (string | number | null)[]; words: (string | number)[] };
}
