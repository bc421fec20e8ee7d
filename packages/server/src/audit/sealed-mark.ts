import { createHmac, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '../journal/journal.ts';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { type AuditEnd, readAuditHead } from '../store/audit/audit-head.ts';
import { type EventsEnd, readEventsEnd } from '../store/event-chain.ts';
import { startAnchor } from './anchor.ts';

/** How far the audit and the events were sealed at some time: the store must still have that. */
export interface Sealed {
  audit: AuditEnd | null;
  events: EventsEnd | null;
}

/** The file beside the keys of a server. */
export const markName = 'sealed.json';
const everyMs = 10_000;

/** A store in another place is a copy, which may be older. */
type Mark = Sealed & { store: string; place: string };

const isFurther = ({ audit, events }: Sealed, than: Sealed): boolean =>
  (audit?.number ?? 0) > (than.audit?.number ?? 0) ||
  (events?.position ?? 0) > (than.events?.position ?? 0);

/** The further one of two ends. */
const further = <End>(one: End | null, other: End | null, count: (end: End) => number) =>
  one === null || (other !== null && count(other) > count(one)) ? other : one;

/**
 * Keeps how far this server has seen the store sealed, outside of the store: who removes rows with their seals, or puts an older state
 * of the store in its place, must change this file as well. It follows within seconds.
 */
export function openSealedMark(
  { journal, clock, report }: { journal: Journal; clock: Clock; report: Report },
  {
    directory,
    key,
    startsAgain,
    anchor = null,
  }: { directory: string; key: string; startsAgain: boolean; anchor?: string | null },
) {
  const file = join(directory, markName);
  const { storeId: store, place } = journal;
  const sealOf = ({ audit, events }: Sealed) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['mark', store, place, audit, events]))
      .digest('hex');

  /** Null = there is none of this store in this place. */
  function read(): Mark | null {
    try {
      const { seal, ...mark }: Mark & { seal: string } = JSON.parse(readFileSync(file, 'utf8'));
      return mark.store === store && mark.place === place && seal === sealOf(mark) ? mark : null;
    } catch {
      return null;
    }
  }
  function write(mark: Sealed): void {
    const beside = join(directory, `.${markName}.${randomUUID()}`);
    try {
      mkdirSync(directory, { recursive: true });
      const { audit, events } = mark;
      const text = JSON.stringify({ store, place, audit, events, seal: sealOf(mark) });
      writeFileSync(beside, `${text}\n`, { mode: 0o600, flush: true });
      renameSync(beside, file);
    } finally {
      rmSync(beside, { force: true });
    }
  }

  if (startsAgain) rmSync(file, { force: true });
  let known: Sealed = read() ?? { audit: null, events: null };
  let closed = false;
  let cancel = () => {};

  async function note(): Promise<void> {
    const head = await readAuditHead(journal.read, key);
    const events = (await readEventsEnd(journal.read, key))?.end ?? null;
    const audit = head?.isGenuine ? { number: head.number, hash: head.hash } : null;
    if (!isFurther({ audit, events }, known)) return;
    known = {
      audit: further(known.audit, audit, ({ number }) => number),
      events: further(known.events, events, ({ position }) => position),
    };
    if (journal.readsOnly === null) write(known);
  }
  const noteAgain = (): Promise<void> =>
    note()
      .catch((error) => report(`${file} could not be written; tried again later.`, error))
      .then(() => {
        if (!closed) cancel = clock.schedule(() => void noteAgain(), everyMs);
      });
  void noteAgain();
  const closeAnchor =
    anchor === null ? null : startAnchor({ journal, clock, report }, { file: anchor, key });

  return {
    key,
    /** The file with the ends that were written outside; null = there is none. */
    anchor,
    known: (): Sealed => known,
    async close(): Promise<void> {
      closed = true;
      cancel();
      await closeAnchor?.();
      await note().catch((error) => report(`${file} could not be written.`, error));
    },
  };
}
export type SealedMark = ReturnType<typeof openSealedMark>;
