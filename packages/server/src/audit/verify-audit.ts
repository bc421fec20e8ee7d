import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalJson } from '@countersign/json/canonical-json';
import type { Journal } from '../journal/journal.ts';
import {
  auditRowsAfter,
  type DecisionRow,
  decisionRowsOf,
  type StoredAuditRow,
} from '../store/audit.ts';
import { readAuditHead } from '../store/audit-head.ts';
import { auditHash } from '../store/transaction.ts';
import type { SealedMark } from './sealed-mark.ts';
import { type EventsVerdict, verifyEvents } from './verify-events.ts';

/** `what`: the chain of rows; the columns beside a row; the decision it is about; the sealed end, behind which rows are missing; events. */
interface AuditVerdict {
  ok: boolean;
  rows: number;
  brokenAt: number | null;
  what: 'chain' | 'columns' | 'decision' | 'end' | 'events' | null;
}

const pageRows = 100;

interface Content {
  at: number;
  operator: string;
  threadId: string | null;
  action: string;
  detail: unknown;
}
interface DecisionDetail {
  decisionId: string;
  promptId: string;
  digest: string;
  feedback: unknown;
  rule?: unknown;
}

const same = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);

const fitsColumns = (row: StoredAuditRow, { at, operator, threadId }: Content) =>
  row.at === at && row.operator === operator && row.thread === threadId;

/** A decision that was recorded is kept, and what was decided does not change. */
function fitsDecision(row: DecisionRow | undefined, by: string, detail: DecisionDetail): boolean {
  if (row === undefined) return false;
  const { promptId, digest, feedback, rule = null } = detail;
  return (
    row.prompt === promptId &&
    row.digest === digest &&
    row.by_id === by &&
    same(JSON.parse(row.feedback), feedback) &&
    same(row.rule === null ? null : JSON.parse(row.rule), rule)
  );
}

/** What is wrong with a row that follows in the chain; null = nothing. */
function faultIn(
  row: StoredAuditRow,
  content: Content,
  decisions: ReadonlyMap<string, DecisionRow>,
): AuditVerdict['what'] {
  if (!fitsColumns(row, content)) return 'columns';
  if (content.action !== 'decision') return null;
  const detail = content.detail as DecisionDetail;
  const decision = decisions.get(detail.decisionId);
  return fitsDecision(decision, content.operator, detail) ? null : 'decision';
}

async function decisionsOf(
  journal: Journal,
  contents: readonly Content[],
): Promise<ReadonlyMap<string, DecisionRow>> {
  const ids = contents.flatMap(({ action, detail }) =>
    action === 'decision' ? [(detail as DecisionDetail).decisionId] : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await decisionRowsOf(journal.read, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Verifies the audit, the decisions it is about, and the events. */
export async function verifyStore(
  journal: Journal,
  mark: SealedMark,
): Promise<AuditVerdict & { events: EventsVerdict }> {
  const audit = await verifyAudit(journal, mark);
  const events = await verifyEvents(journal, mark);
  const verdict: AuditVerdict =
    audit.ok && events.broken !== null ? { ...audit, ok: false, what: 'events' } : audit;
  return { ...verdict, events };
}

/**
 * Verifies the whole audit, and the decisions it is about; `brokenAt` is the first row that was changed, or is missing, or does not fit.
 * Yields to others between two pages.
 */
async function verifyAudit(journal: Journal, mark: SealedMark): Promise<AuditVerdict> {
  // Before the rows: what is recorded meanwhile is behind it.
  const { audit: seen } = mark.known();
  const head = await readAuditHead(journal.read, mark.key);
  const ends = new Map([head, seen].flatMap((end) => (end ? [[end.number, end.hash]] : [])));
  let previous = { number: 0, hash: '' };
  const broken = (what: AuditVerdict['what']): AuditVerdict => ({
    ...{ ok: false, rows: previous.number, brokenAt: previous.number + 1, what },
  });
  for (;;) {
    const rows = await auditRowsAfter(journal.read, previous.number, pageRows);
    const parsed = rows.map((row) => ({ row, content: JSON.parse(row.row) as Content }));
    const decisions = await decisionsOf(
      journal,
      parsed.map(({ content }) => content),
    );
    for (const { row, content } of parsed) {
      const expected = auditHash(previous.hash, content);
      if (row.number !== previous.number + 1 || row.hash !== expected) return broken('chain');
      const fault = faultIn(row, content, decisions);
      if (fault !== null) return broken(fault);
      if (ends.get(row.number) === row.hash) ends.delete(row.number);
      previous = row;
    }
    if (rows.length < pageRows) break;
    await nextTurn();
  }
  const isSealed = head === null ? seen === null : head.isGenuine;
  if (!isSealed || ends.size > 0) return broken('end');
  return { ok: true, rows: previous.number, brokenAt: null, what: null };
}
