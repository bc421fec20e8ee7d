import type { HaiEvent } from '@countersign/hai/event';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import type { Thread } from '@countersign/thread/thread';
import { type EnvelopeFields, envelopesOf } from './envelopes.ts';

/** The thread `t` after these events, of one run `r` and one agent `demo` unless `fields` says otherwise. */
export const foldedThread = (events: readonly HaiEvent[], fields: EnvelopeFields = {}): Thread =>
  foldThread(
    emptyThread('t'),
    envelopesOf(events, { threadId: 't', runId: 'r', agentId: 'demo', ...fields }),
  );

/** An UpFormat message in the thread `t`, `submitted` unless `more` says otherwise. */
export const upEvent = (messageId: string, more: object = {}): HaiEvent => ({
  type: 'CUSTOM',
  name: 'upformat.message',
  value: {
    messageId,
    threadId: 't',
    timestamp: '2026-11-21T05:00:00Z',
    state: 'submitted',
    ...more,
  },
});
