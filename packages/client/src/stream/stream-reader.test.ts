import { encodeBatch } from '@countersign/hai/envelope-batch';
import { encodeFrame } from '@countersign/hai/sse';
import { envelopesOf } from '@countersign/testkit/envelopes';
import { type FakeScript, startFakeAgent } from '@countersign/testkit/fake-agent';
import { afterEach, describe, expect, it } from 'vitest';
import { readStream, type StreamEvents } from './stream-reader.ts';

let close = async () => {};
afterEach(() => close());

async function connect(script: FakeScript, signal: AbortSignal) {
  const server = await startFakeAgent(script);
  close = server.close;
  const response = await fetch(server.url, { signal });
  if (response.body === null) throw new Error('no body');
  return response.body;
}

function record() {
  const log: string[] = [];
  const events: StreamEvents = {
    onLife: () => {},
    onCursor: (cursor) => log.push(`cursor ${cursor}`),
    onEnvelope: ({ sequence }) => log.push(`envelope ${sequence}`),
    onPresence: ({ promptId, people }) => log.push(`presence ${promptId} ${people.length}`),
    onDraft: ({ promptId, tab }) => log.push(`draft ${promptId} ${tab}`),
    onChanged: (what) => log.push(`changed ${what}`),
    onReset: () => log.push('reset'),
    onStore: (trouble, damaged) =>
      log.push(['store', trouble?.since ?? '-', trouble?.reason ?? '-', ...damaged].join(' ')),
    onReady: (serverTime) => log.push(`ready ${serverTime}`),
  };
  return { log, events };
}

const [first, second] = envelopesOf([
  { type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: 'Grüße 👋' },
  { type: 'BUSINESS_DATA_END', messageId: 'm' },
]);

describe('readStream over a socket', () => {
  it('reads frames split at every byte and skips everything else', async () => {
    const { log, events } = record();
    const text =
      encodeFrame({ id: 's.1', data: JSON.stringify(first) }) +
      ': ping\n\n' +
      encodeFrame({ id: 's.2', data: '{"no":"envelope"}' }) +
      encodeFrame({ id: 's.3', data: 'no JSON' }) +
      encodeFrame({ id: 's.4', event: 'reset', data: '{}' }) +
      encodeFrame({ id: 's.4', event: 'ready', data: '{"serverTime":7}' });
    const { signal } = new AbortController();
    const body = await connect(async ({ write, end }) => {
      for (const byte of new TextEncoder().encode(text)) await write(Uint8Array.of(byte));
      end();
    }, signal);
    await readStream(body, events, signal);
    expect(log).toEqual([
      'envelope 1',
      'cursor s.1',
      'cursor s.2',
      'cursor s.3',
      'reset',
      'cursor s.4',
      'ready 7',
      'cursor s.4',
    ]);
  });

  it('passes on the envelopes of a batch before its cursor, and leaves out what is none', async () => {
    const { log, events } = record();
    const written = [first, second].map((one) => ({ ...one!, event: JSON.stringify(one!.event) }));
    const { signal } = new AbortController();
    const body = await connect(async ({ write, end }) => {
      await write(
        encodeFrame({ id: 's.2', event: 'batch', data: encodeBatch(written) }) +
          encodeFrame({ id: 's.3', event: 'batch', data: '{"sources":[],"events":[[0,1]]}' }) +
          encodeFrame({ id: 's.4', event: 'batch', data: 'no JSON' }),
      );
      end();
    }, signal);
    await readStream(body, events, signal);
    expect(log).toEqual(['envelope 1', 'envelope 2', 'cursor s.2', 'cursor s.3', 'cursor s.4']);
  });

  it('passes on transient events, and ignores unknown names and shapes', async () => {
    const { log, events } = record();
    const person = { operator: 'ann', name: 'Ann', mode: 'editing', since: 1 };
    const frame = (event: string, data: unknown) =>
      encodeFrame({ event, data: JSON.stringify(data) });
    const { signal } = new AbortController();
    const body = await connect(async ({ write, end }) => {
      await write(
        frame('presence', { promptId: 'p', people: [person] }) +
          frame('presence', { promptId: 'p', people: [{ name: 'Ann' }] }) +
          frame('presence', { people: [] }) +
          frame('draft', { promptId: 'p', tab: 'x' }) +
          frame('draft', null) +
          frame('changed', { what: 'rules' }) +
          frame('changed', { what: 7 }) +
          frame('store', { notWritableSince: 7, reason: 'locked' }) +
          frame('store', { notWritableSince: null, reason: null }) +
          frame('store', { notWritableSince: null, reason: null, damaged: ['rules', 7, null] }) +
          frame('store', { damaged: { length: 3 } }) +
          frame('weather', { promptId: 'p', people: [] }) +
          frame('later', first) +
          encodeFrame({ id: 's.1', event: 'message', data: JSON.stringify(first) }),
      );
      end();
    }, signal);
    await readStream(body, events, signal);
    expect(log).toEqual([
      'presence p 1',
      'draft p x',
      'changed rules',
      'store 7 locked',
      'store - -',
      'store - - rules',
      'store - -',
      'envelope 1',
      'cursor s.1',
    ]);
  });

  it('rejects when the socket is reset in the middle of a frame, and never passes on half of it', async () => {
    const { log, events } = record();
    const { signal } = new AbortController();
    let arrived = () => {};
    const firstArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const body = await connect(async ({ write, cut }) => {
      await write(encodeFrame({ id: 's.1', data: JSON.stringify(first) }));
      // A reset may discard what the other side has not read yet.
      await firstArrived;
      await write(encodeFrame({ id: 's.2', data: JSON.stringify(second) }).slice(0, 40));
      cut();
    }, signal);
    const onCursor = (cursor: string) => {
      events.onCursor(cursor);
      arrived();
    };
    await expect(readStream(body, { ...events, onCursor }, signal)).rejects.toThrow();
    expect(log).toEqual(['envelope 1', 'cursor s.1']);
  });

  it('closes the connection when aborted', async () => {
    const { events } = record();
    const stop = new AbortController();
    let hungUp: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => {
      hungUp = resolve;
    });
    const body = await connect(async ({ write, signal }) => {
      signal.addEventListener('abort', () => hungUp?.());
      await write(': hello\n\n');
    }, stop.signal);
    const reading = readStream(body, events, stop.signal);
    stop.abort();
    await reading.catch(() => {});
    await gone;
  });
});
