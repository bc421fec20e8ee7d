import type { HaiEvent } from '@countersign/hai/event';
import { expect, it } from 'vitest';
import type { IngestEvent, IngestItem } from './ingest-item.ts';
import { mergeAsks } from './merge-asks.ts';
import { understand } from './understand.ts';

const event: HaiEvent = { type: 'STEP_STARTED', stepName: 'deploy' };
const sender = { id: 'planner', relayedFor: null, sourceRun: null, refused: null };
const said = (...asks: [messageId: string, explanation: string][]): IngestEvent => ({
  ...understand(event, sender),
  asks: asks.map(([messageId, explanation]) => ({
    message: {
      messageId,
      threadId: 'thread-0f6f5e2a9b11',
      timestamp: '2026-11-22T18:00:00Z',
      state: 'needsHumanDecision',
      explanation,
    },
    digest: `sha256:${explanation}`,
    origin: { protocol: 'hai', kind: 'button', answeredBy: 'words' as const },
    source: { id: messageId, reason: null, toolName: null, together: null },
  })),
});
const asksIn = (items: readonly IngestItem[]) =>
  items.map((item) =>
    item.kind === 'event' ? item.asks.map(({ message }) => message.explanation) : item.kind,
  );

it('asks a question built from several events once, in its final form, at its last place', () => {
  const buttons = 'buttons:run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11:1';
  const items = [
    said([buttons, 'one'], ['other', 'apart']),
    said([buttons, 'one, two']),
    said([buttons, 'one, two, three']),
  ];
  expect(asksIn(mergeAsks(items))).toEqual([['apart'], [], ['one, two, three']]);
});

it('asks what one event contains twice once', () => {
  const items = [said(['call_Yk3sT0pq9LmVbN2dHf7RwXaE', 'first'], ['b', 'between'])];
  const twice = said(['call_Yk3sT0pq9LmVbN2dHf7RwXaE', 'first'], ['b', 'between']);
  twice.asks.push(...said(['call_Yk3sT0pq9LmVbN2dHf7RwXaE', 'last']).asks);
  expect(asksIn(mergeAsks([twice]))).toEqual([['between', 'last']]);
  expect(mergeAsks(items)).toEqual(items);
});

it('leaves all else in its order', () => {
  const anomaly: IngestItem = {
    kind: 'anomaly',
    fact: {
      kind: 'illegal-order',
      agentId: 'planner',
      detail: 'Events 2 to 3 were never received.',
    },
    completes: '4',
  };
  const items = [said(['a', 'first']), anomaly, said(), said(['b', 'second'])];
  expect(mergeAsks(items)).toEqual(items);
});
