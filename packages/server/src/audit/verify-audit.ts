import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalJson } from '@countersign/json/canonical-json';
import { readReceipt } from '@countersign/receipt/check-receipt';
import type { Journal } from '../journal/journal.ts';
import {
  auditRowsAfter,
  type DecisionRow,
  decisionRowsOf,
  receiptsOf,
  type StoredAuditRow,
} from '../store/audit/audit.ts';
import { type AuditContent, aboutOf, wordColumn } from '../store/audit/audit-about.ts';
import { readAuditHead } from '../store/audit/audit-head.ts';
import { auditTextHash } from '../store/transaction.ts';
import { readAnchors } from './anchor.ts';
import type { SealedMark } from './sealed-mark.ts';
import { type EventsVerdict, verifyEvents } from './verify-events.ts';

/**
 * `what`: the chain of rows; the columns beside a row; the decision it is about, or its receipt; the sealed end, behind which rows are
 * missing; an end that was written outside; events.
 */
interface AuditVerdict {
  ok: boolean;
  rows: number;
  brokenAt: number | null;
  /** The last end that was written outside; null = there is none. */
  anchor: { number: number; at: number } | null;
  what: 'chain' | 'columns' | 'decision' | 'receipt' | 'end' | 'anchor' | 'events' | null;
}

const pageRows = 100;

interface DecisionDetail {
  decisionId: string;
  promptId: string;
  digest: string;
  feedback: unknown;
  rule?: unknown;
  /** The name; older entries have none. */
  by?: string;
  receipt?: { kid: string; sig: string };
  decided?: string;
}

const same = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);

function fitsColumns(row: StoredAuditRow, content: AuditContent): boolean {
  const { at, operator, threadId } = content;
  if (row.at !== at || row.operator !== operator || row.thread !== threadId) return false;
  // Of an earlier version, and not described yet.
  if (row.kind === null) return row.agent === null && row.tool === null && row.words === null;
  const { kind, agent, tool, words } = aboutOf(content);
  return (
    row.kind === kind && row.agent === agent && row.tool === tool && row.words === wordColumn(words)
  );
}

/** A decision that was recorded is kept, and what was decided does not change. */
function fitsDecision(row: DecisionRow | undefined, by: string, detail: DecisionDetail): boolean {
  if (row === undefined) return false;
  const { promptId, digest, feedback, rule = null, by: name = row.by_name } = detail;
  return (
    row.by_name === name &&
    row.prompt === promptId &&
    row.digest === digest &&
    row.by_id === by &&
    same(JSON.parse(row.feedback), feedback) &&
    same(row.rule === null ? null : JSON.parse(row.rule), rule)
  );
}

/** What was signed is in the audit, and its receipt is kept as it was given. */
function fitsReceipt(
  kept: string | undefined,
  { receipt, decided, digest }: DecisionDetail,
): boolean {
  if (receipt === undefined) return kept === undefined;
  const read = kept === undefined ? null : readReceipt(kept);
  return (
    read !== null &&
    read.kid === receipt.kid &&
    read.sig === receipt.sig &&
    read.payload.decided === decided &&
    read.payload.shown === digest
  );
}

/** What is wrong with a row that follows in the chain; null = nothing. */
function faultIn(
  row: StoredAuditRow,
  content: AuditContent,
  { decisions, receipts }: Decided,
): AuditVerdict['what'] {
  if (!fitsColumns(row, content)) return 'columns';
  if (content.action !== 'decision') return null;
  const detail = content.detail as DecisionDetail;
  const decision = decisions.get(detail.decisionId);
  if (!fitsDecision(decision, content.operator, detail)) return 'decision';
  return fitsReceipt(receipts.get(detail.decisionId), detail) ? null : 'receipt';
}

/** Decisions and their receipts, by their ids. */
interface Decided {
  decisions: ReadonlyMap<string, DecisionRow>;
  receipts: ReadonlyMap<string, string>;
}

async function decidedIn(journal: Journal, contents: readonly AuditContent[]): Promise<Decided> {
  const ids = contents.flatMap(({ action, detail }) =>
    action === 'decision' ? [(detail as DecisionDetail).decisionId] : [],
  );
  if (ids.length === 0) return { decisions: new Map(), receipts: new Map() };
  const rows = await decisionRowsOf(journal.read, ids);
  const kept = await receiptsOf(journal.read, ids);
  return {
    decisions: new Map(rows.map((row) => [row.id, row])),
    receipts: new Map(kept.map(({ decision, receipt }) => [decision, receipt])),
  };
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
  const outside = mark.anchor === null ? null : await readAnchors(mark.anchor, journal);
  const anchored = new Map(outside?.anchors.map(({ number, hash }) => [number, hash]));
  const ends = new Map([head, seen].flatMap((end) => (end ? [[end.number, end.hash]] : [])));
  let previous = { number: 0, hash: '' };
  const broken = (what: AuditVerdict['what']): AuditVerdict => ({
    ...{ ok: false, rows: previous.number, brokenAt: previous.number + 1, what, anchor: null },
  });
  for (;;) {
    const rows = await auditRowsAfter(journal.read, previous.number, pageRows);
    const parsed = rows.map((row) => ({ row, content: JSON.parse(row.row) as AuditContent }));
    const decided = await decidedIn(
      journal,
      parsed.map(({ content }) => content),
    );
    for (const { row, content } of parsed) {
      const expected = auditTextHash(previous.hash, row.row);
      if (row.number !== previous.number + 1 || row.hash !== expected) return broken('chain');
      const fault = faultIn(row, content, decided);
      if (fault !== null) return broken(fault);
      if ((anchored.get(row.number) ?? row.hash) !== row.hash) return broken('anchor');
      anchored.delete(row.number);
      if (ends.get(row.number) === row.hash) ends.delete(row.number);
      previous = row;
    }
    if (rows.length < pageRows) break;
    await nextTurn();
  }
  // The end is written with each row: what is behind it now is not of a server.
  const now = await readAuditHead(journal.read, mark.key);
  if (now?.isGenuine && now.number < previous.number) {
    return { ...broken('end'), brokenAt: now.number + 1 };
  }
  const isSealed = head === null ? seen === null : head.isGenuine;
  if (!isSealed || ends.size > 0) return broken('end');
  if (anchored.size > 0) return broken('anchor');
  const last = outside?.anchors.at(-1);
  const proven = last === undefined ? null : { number: last.number, at: last.at };
  return { ok: true, rows: previous.number, brokenAt: null, what: null, anchor: proven };
}
