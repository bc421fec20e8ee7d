import type { AuditDelivery, AuditEntry, AuditFilter } from '@countersign/api/records/audit';
import { isObject } from '@countersign/json/json-object';
import { decodeKeyCursor, encodeKeyCursor, pageOfRows } from '../http/page-cursor.ts';
import type { Journal } from '../journal/journal.ts';
import {
  type DecisionRow,
  decisionRowsOf,
  newestAuditRows,
  type StoredAuditRow,
} from '../store/audit/audit.ts';
import { type AuditContent, aboutOf } from '../store/audit/audit-about.ts';
import { listOperators } from '../store/people/operators.ts';

export interface AuditQuery extends AuditFilter {
  cursor?: string | undefined;
  limit: number;
}

/** Newest first, each entry with its link of the chain, and with how far a decision has come by now. */
export async function listAudit(journal: Journal, { cursor, limit, ...filter }: AuditQuery) {
  const key = decodeKeyCursor(cursor, 2);
  const before = key === null ? null : { at: Number(key[0]), number: Number(key[1]) };
  const rows = await newestAuditRows(journal.read, filter, { before, limit: limit + 1 });
  const entries = await auditEntries(journal, rows);
  return pageOfRows(entries, limit, {
    item: (entry) => entry,
    cursor: ({ at, number }) => encodeKeyCursor([at, number]),
  });
}

/** Rows as entries. */
export async function auditEntries(
  { read }: Pick<Journal, 'read'>,
  rows: readonly StoredAuditRow[],
): Promise<AuditEntry[]> {
  const parsed = rows.map((row) => ({ row, content: JSON.parse(row.row) as AuditContent }));
  const ids = parsed.flatMap(({ content }) => decisionIdOf(content) ?? []);
  const decisions = ids.length === 0 ? [] : await decisionRowsOf(read, ids);
  const names = new Map((await listOperators(read)).map(({ id, name }) => [id, name]));
  return parsed.map(({ row, content }) => {
    const id = decisionIdOf(content);
    const decision = decisions.find((one) => one.id === id);
    const { kind, agent, tool } = aboutOf(content);
    return {
      ...content,
      ...{ kind, agentId: agent, tool, hash: row.hash },
      who: whoOf(content, { decision, names }),
      about: subjectOf(content.detail),
      seen: seenOf(content.detail),
      delivery: decision === undefined ? null : deliveryOf(decision),
    };
  });
}

/** The decision that an entry records: what is said about it later has its own entry. */
const decisionIdOf = ({ action, detail }: AuditContent): string | null =>
  action === 'decision' && isObject(detail) && typeof detail['decisionId'] === 'string'
    ? detail['decisionId']
    : null;

function whoOf(
  { operator, detail }: AuditContent,
  { decision, names }: { decision: DecisionRow | undefined; names: ReadonlyMap<string, string> },
): AuditEntry['who'] {
  const recorded = isObject(detail) && typeof detail['by'] === 'string' ? detail['by'] : null;
  const name = recorded ?? decision?.by_name ?? names.get(operator) ?? null;
  const byKind = decision?.by_kind;
  if (operator.startsWith('rule:') || byKind === 'rule') {
    return { kind: 'rule', name: name ?? operator.slice('rule:'.length) };
  }
  if (byKind === 'default' || byKind === 'escalation') return { kind: 'default', name: name ?? '' };
  if (operator === '') return { kind: 'nobody', name: '' };
  if (/^(program|agent):/.test(operator)) {
    return { kind: 'program', name: name ?? operator.replace(/^[^:]*:/, '') };
  }
  if (operator.startsWith('countersign')) return { kind: 'server', name: 'Countersign' };
  return { kind: 'person', name: name ?? operator };
}

/** The first of these that an entry has. */
const subjects = ['ask', 'title', 'name', 'about', 'content', 'id', 'promptId'] as const;
const maxSubjectChars = 300;

function subjectOf(detail: unknown): string {
  if (!isObject(detail)) return '';
  const texts = [detail, detail['agent'], detail['registry'], detail['webhook']].flatMap((of) =>
    isObject(of) ? subjects.map((name) => of[name]) : [],
  );
  const found = texts.find((text) => typeof text === 'string' && text !== '');
  return typeof found === 'string' ? found.slice(0, maxSubjectChars) : '';
}

function seenOf(detail: unknown): AuditEntry['seen'] {
  const seen = isObject(detail) ? detail['seen'] : undefined;
  if (!isObject(seen)) return null;
  const { since, visibleMs, revision } = seen;
  const isSeen = [since, visibleMs, revision].every((part) => typeof part === 'number');
  return isSeen ? (seen as NonNullable<AuditEntry['seen']>) : null;
}

const deliveryOf = ({
  state,
  delivered,
  acknowledged,
  failure,
  outcome,
}: DecisionRow): AuditDelivery => ({
  ...{ state, deliveredAt: delivered, acknowledgedAt: acknowledged, failure },
  outcome: outcome === null ? null : JSON.parse(outcome),
});
