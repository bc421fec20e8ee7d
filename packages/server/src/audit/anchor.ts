import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSigned } from '@countersign/receipt/signature';
import { z } from 'zod';
import type { Journal } from '../journal/journal.ts';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { readAuditHead } from '../store/audit/audit-head.ts';
import { keySetOf, readSigningKeys } from '../store/signing.ts';
import { signHead } from './audit-operations.ts';

/** The end of the audit at some time, signed: with it, everything before it is proven to be as it was. */
const anchorSchema = z.strictObject({
  head: z.strictObject({
    v: z.literal(1),
    store: z.string(),
    number: z.number().int(),
    hash: z.string(),
    /** Epoch ms. */
    at: z.number(),
  }),
  kid: z.string(),
  sig: z.string(),
});
type Anchor = z.infer<typeof anchorSchema>;

const everyMs = 60_000;
/** An end is written when it is so much further than the last one, or after this time. */
const entriesBetween = 1_000;
const longestMs = 600_000;

/** The ends that were written outside, of this store; what cannot be read, or is not signed by it, is counted. */
export async function readAnchors(
  file: string,
  journal: Pick<Journal, 'read' | 'storeId'>,
): Promise<{ anchors: Anchor['head'][]; foreign: number }> {
  const keys = keySetOf(await readSigningKeys(journal.read));
  const anchors: Anchor['head'][] = [];
  let foreign = 0;
  for (const line of linesOf(file)) {
    const read = anchorSchema.safeParse(parsed(line));
    const isOwn =
      read.success &&
      read.data.head.store === journal.storeId &&
      isSigned(read.data.head, read.data, keys) === 'signed';
    if (isOwn) anchors.push(read.data.head);
    else foreign += 1;
  }
  return { anchors, foreign };
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/**
 * Appends the signed end of the audit to a file outside of the store, which belongs on another machine, where who can change the store
 * cannot change it. Returns its undo.
 */
export function startAnchor(
  { journal, clock, report }: { journal: Journal; clock: Clock; report: Report },
  { file, key }: { file: string; key: string },
): () => Promise<void> {
  let last: { number: number; at: number } = { number: 0, at: 0 };
  let isKnown = false;
  let closed = false;
  let cancel = () => {};

  async function note(isEnd: boolean): Promise<void> {
    if (journal.readsOnly !== null) return;
    if (!isKnown) {
      const known = (await readAnchors(file, journal)).anchors.at(-1);
      if (known !== undefined) last = known;
      isKnown = true;
    }
    const head = await readAuditHead(journal.read, key);
    if (head === null || !head.isGenuine || head.number <= last.number) return;
    const at = clock.now();
    const isDue = head.number - last.number >= entriesBetween || at - last.at >= longestMs;
    if (!isDue && !isEnd) return;
    const { number, hash } = head;
    const value: Anchor['head'] = { v: 1, store: journal.storeId, number, hash, at };
    const signed = await journal.commit(signHead, value);
    if (signed === null) return;
    mkdirSync(dirname(file), { recursive: true });
    const { kid, sig } = signed;
    appendFileSync(file, `${JSON.stringify({ head: value, kid, sig })}\n`, { mode: 0o644 });
    last = value;
  }
  const again = (): Promise<void> =>
    note(false)
      .catch((error) => report(`${file} could not be written; tried again later.`, error))
      .then(() => {
        if (!closed) cancel = clock.schedule(() => void again(), everyMs);
      });
  void again();

  return async () => {
    closed = true;
    cancel();
    await note(true).catch((error) => report(`${file} could not be written.`, error));
  };
}
