import { logOf } from '@countersign/api/asker';
import { promptFactSchema } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import type { AuditRecord } from '@countersign/api/records/audit';
import { customName } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';
import { digestOf } from '@countersign/part-desk/decisions/questions/digest';
import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import { readReceiptRow } from '@countersign/part-desk/rows/receipts';
import { auditEntries } from '@countersign/server/audit/audit-log';
import type { Journal } from '@countersign/server/journal/journal';
import { auditRow, auditRowsAfter } from '@countersign/server/store/audit/audit';
import type { AuditContent } from '@countersign/server/store/audit/audit-about';

/** Entries of the chain that are shown before and behind one. */
const around = 3;

/** An entry with what proves it; null = there is none. */
export async function readRecord(journal: Journal, number: number): Promise<AuditRecord | null> {
  const row = await auditRow(journal.read, number);
  if (row === undefined) return null;
  const [entry] = await auditEntries(journal, [row]);
  if (entry === undefined) return null;
  const first = Math.max(0, number - 1 - around);
  const rows = await auditRowsAfter(journal.read, first, number - first + around);
  const chain = rows.map((one) => {
    const { at, operator, action }: AuditContent = JSON.parse(one.row);
    return { number: one.number, at, operator, action, hash: one.hash };
  });
  return {
    ...{ entry, row: row.row, chain },
    previous: rows.find((one) => one.number === number - 1)?.hash ?? '',
    receipt: await receiptOf(journal, entry.detail),
    screen: await screenOf(journal, entry.detail, entry.at),
  };
}

const textAt = (detail: unknown, name: string): string | null => {
  const value = isObject(detail) ? detail[name] : undefined;
  return typeof value === 'string' ? value : null;
};

async function receiptOf(journal: Journal, detail: unknown): Promise<AuditRecord['receipt']> {
  const decisionId = textAt(detail, 'decisionId');
  const row = decisionId === null ? undefined : await readReceiptRow(journal.read, decisionId);
  if (row === undefined) return null;
  return { receipt: JSON.parse(row.receipt), text: row.receipt, started: row.started };
}

/** Events that are read at once, and at most: a task may have many after a question. */
const pageEvents = 500;
const maxEvents = 20_000;

/**
 * The question as it was on screen at a time: the last fact about it until then, which contains it whole. The journal is read from where
 * it was asked.
 */
async function screenOf(
  journal: Journal,
  detail: unknown,
  at: number,
): Promise<AuditRecord['screen']> {
  const promptId = textAt(detail, 'promptId');
  const now = promptId === null ? null : await readPrompt(journal.read, promptId);
  if (now === null) return null;
  const digest = textAt(detail, 'digest');
  const isShown = (prompt: Prompt) => digest === null || prompt.digest === digest;
  let found: { prompt: Prompt; sequence: number } | null = null;
  let after = Math.max(0, now.sequence - 1);
  for (let read = 0; read < maxEvents; read += pageEvents) {
    const rows = await journal.ofThread(logOf(now), after, pageEvents);
    for (const row of rows) {
      if (row.received > at) return proven(found, digest);
      const prompt = promptIn(row, now.id);
      if (prompt !== null && isShown(prompt)) found = { prompt, sequence: row.sequence };
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.sequence;
  }
  return proven(found, digest);
}

/** The prompt in a fact about it, open as it was before the answer. */
function promptIn({ notable, data }: { notable: boolean; data: string }, id: string) {
  if (!notable || !data.includes(customName.prompt)) return null;
  const { value } = JSON.parse(data);
  const fact = promptFactSchema.safeParse(value);
  return fact.success && fact.data.prompt.id === id && fact.data.prompt.state === 'open'
    ? fact.data.prompt
    : null;
}

const proven = (
  found: { prompt: Prompt; sequence: number } | null,
  digest: string | null,
): AuditRecord['screen'] =>
  found === null
    ? null
    : { ...found, isProven: digestOf(found.prompt.message) === (digest ?? found.prompt.digest) };
