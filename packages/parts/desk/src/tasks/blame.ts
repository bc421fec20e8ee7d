import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Blame, BlamedWrite } from '@countersign/api/prompts/history';
import type { Envelope } from '@countersign/hai/envelope';
import type { Journal } from '@countersign/server/journal/journal';
import { stateEvents } from '@countersign/server/store/events';
import { envelopeText } from '@countersign/server/store/row';
import { type BlameEntry, readBlame } from '@countersign/thread/blame';

/** Few, because each may be as big as an event can be. */
const pageEvents = 50;
const keptWrites = 100;
const maxValueChars = 4_000;

/**
 * Who wrote a place of the shared document, up to a sequence. Reads the state events only, a page at a time, and yields to others
 * between two pages.
 */
export async function blameAt(
  { read }: Pick<Journal, 'read'>,
  threadId: string,
  { pointer, at }: { pointer: string; at: number },
): Promise<Blame> {
  const reader = readBlame(pointer);
  const entries: BlameEntry[] = [];
  let total = 0;
  for (let after = 0; after < at; after += pageEvents) {
    const upTo = Math.min(at, after + pageEvents);
    for (const row of await stateEvents(read, threadId, { after, upTo })) {
      const envelope: Envelope = JSON.parse(envelopeText(row));
      const entry = reader.read(envelope);
      if (entry === null) continue;
      total += 1;
      entries.push(entry);
      if (entries.length > keptWrites) entries.shift();
    }
    await nextTurn();
  }
  return { pointer, at, writes: entries.map(written), total };
}

function written({ sequence, agentId, at, before, after }: BlameEntry): BlamedWrite {
  const isLong = (value: unknown) =>
    value !== undefined && JSON.stringify(value).length > maxValueChars;
  const cut = isLong(before) || isLong(after);
  return {
    sequence,
    agentId,
    at,
    ...(before === undefined || isLong(before) ? {} : { before }),
    ...(after === undefined || isLong(after) ? {} : { after }),
    ...(cut ? { cut } : {}),
  };
}
