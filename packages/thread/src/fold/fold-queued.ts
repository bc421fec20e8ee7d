import type { QueuedFact } from '@countersign/api/fact';
import type { Draft } from './draft.ts';

const maxKept = 200;

/** Messages of an operator that wait for the next run are kept in order until they are sent or taken back. */
export function foldQueuedFact(draft: Draft, { words }: QueuedFact): void {
  const { waiting } = draft.thread;
  const place = waiting.findIndex(({ id }) => id === words.id);
  if (words.state === 'sent' || words.state === 'withdrawn') {
    if (place >= 0) draft.thread.waiting = waiting.toSpliced(place, 1);
  } else if (place >= 0) draft.thread.waiting = waiting.with(place, words);
  else draft.thread.waiting = [...waiting, words].slice(-maxKept);
}
