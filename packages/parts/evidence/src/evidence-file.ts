import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  draftEvidence,
  type EvidenceManifest,
  type EvidencePart,
  sealEvidence,
} from '@countersign/receipt/evidence';
import type { Journal } from '@countersign/server/journal/journal';
import { type AuditPlace, newestAuditRows } from '@countersign/server/store/audit/audit';
import { envelopeText } from '@countersign/server/store/row';
import { entryPart, eventsPart, evidenceStyle, headPart } from './evidence-parts.ts';
import { evidenceWords } from './evidence-words.ts';
import { signEvidence } from './receipt-operations.ts';
import { readRecord } from './record.ts';

export interface EvidenceWanted {
  kind: 'entry' | 'task';
  /** The number of an entry, or the id of a task. */
  subject: string;
  language: 'en' | 'zh-CN';
  by: { id: string; name: string };
  now: number;
}

/** A signed file of one entry or of a task; null = there is none. Saving it is recorded in the audit. */
export async function evidenceFile(
  journal: Journal,
  wanted: EvidenceWanted,
): Promise<string | null> {
  const { kind, subject, language, by, now } = wanted;
  const words = evidenceWords[language];
  const found =
    kind === 'entry'
      ? await partsOfEntry(journal, Number(subject), language)
      : await partsOfTask(journal, subject, language);
  if (found === null) return null;
  const heading = `${words[kind]} ${subject}`;
  const head = headPart(words, { heading, made: now, by: by.name });
  const title = `${words.title}: ${words[kind]}`;
  const draft = draftEvidence({ title, language, style: evidenceStyle }, [head, ...found]);
  const { parts, frame } = draft;
  const { storeId: store } = journal;
  const manifest: EvidenceManifest = {
    ...{ kind, store, subject, made: now, by: by.id, parts, frame },
    v: 1,
  };
  const signed = await journal.commit(signEvidence, { by: by.id, manifest });
  return signed === null ? null : sealEvidence(draft, { manifest, ...signed });
}

async function partsOfEntry(
  journal: Journal,
  number: number,
  language: EvidenceWanted['language'],
): Promise<EvidencePart[] | null> {
  const record =
    Number.isSafeInteger(number) && number > 0 ? await readRecord(journal, number) : null;
  return record === null ? null : [entryPart(evidenceWords[language], record)];
}

const pageRows = 200;

/** Every entry about a task, the oldest first, and the digest of its events. */
async function partsOfTask(
  journal: Journal,
  task: string,
  language: EvidenceWanted['language'],
): Promise<EvidencePart[] | null> {
  const words = evidenceWords[language];
  const numbers: number[] = [];
  for (let before: AuditPlace | null = null; ; ) {
    const rows = await newestAuditRows(journal.read, { task }, { before, limit: pageRows });
    numbers.push(...rows.map(({ number }) => number));
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) break;
    before = { at: last.at, number: last.number };
  }
  const events = await eventsOf(journal, task);
  if (numbers.length === 0 && events.count === 0) return null;
  const parts: EvidencePart[] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const record = await readRecord(journal, number);
    if (record !== null) parts.push(entryPart(words, record));
    await nextTurn();
  }
  return [...parts, eventsPart(words, events)];
}

/** As the export of the task writes them. */
async function eventsOf(journal: Journal, task: string) {
  const hash = createHash('sha256');
  let count = 0;
  for (let after = 0; ; ) {
    const rows = await journal.ofThread(task, after, pageRows);
    const last = rows.at(-1);
    if (last === undefined) return { count, sha256: hash.digest('hex') };
    for (const row of rows) hash.update(`${envelopeText(row)}\n`);
    count += rows.length;
    after = last.sequence;
    await nextTurn();
  }
}
