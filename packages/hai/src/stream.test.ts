import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDecoder } from './decoder.ts';
import type { HaiEvent } from './event.ts';
import { createSseParser } from './sse.ts';
import { createVerifier } from './verifier.ts';

const icon = (name: string) => JSON.stringify({ output: { type: 'icon', data: { icon: name } } });

/** A run in the manner of the HAI demo server (docs/protocol/events.md), line ends mixed, characters of one to four bytes. */
const wire = [
  { type: 'RUN_STARTED', messageId: 'm', role: 'assistant', timestamp: 1 },
  { type: 'STEP_STARTED', stepName: 'plan – Schritt größer' },
  { type: 'AGENT_COLLABORATIVE_MESSAGE_START', from: 'a', to: 'b', messageId: 'm', timestamp: 1 },
  { type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT', delta: '{"task":{"id":"1","name":"任务"}}' },
  {
    type: 'STATE_DELTA',
    delta: { op: 'replace', path: '/workflowItems/0/status', from: '', value: 1 },
  },
  { type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' },
  { type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: `${icon('🙂')}${icon('é')}` },
  { type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: 'text 🙂\n\nmore' },
  { type: 'BUSINESS_DATA_END', messageId: 'm' },
  { type: 'BUSINESS_DATA_START', messageId: 'm' },
  { type: 'BUSINESS_DATA_END', messageId: 'm' },
  { type: 'STEP_FINISHED', stepName: 'plan – Schritt größer' },
  { type: 'RUN_FINISHED', messageId: 'm', role: 'assistant', timestamp: 1 },
]
  .map((event, index) => {
    const end = ['\n', '\r\n', '\r'][index % 3];
    return `data: ${JSON.stringify(event)}${end}${end}`;
  })
  .join(': ping\n\n');

const bytes = new TextEncoder().encode(`\uFEFF${wire}`);

const read = (chunks: readonly Uint8Array[]): HaiEvent[] => {
  const events: HaiEvent[] = [];
  const decoder = createDecoder();
  const parser = createSseParser({
    onFrame: (frame) => {
      const decoded = decoder.decode(frame.data);
      expect(decoded.issues).toEqual([]);
      events.push(...decoded.events);
    },
  });
  const text = new TextDecoder();
  for (const chunk of chunks) parser.feed(text.decode(chunk, { stream: true }));
  return events;
};

const whole = read([bytes]);

it('understands a run of the demo server and names what is out of order in it', () => {
  expect(whole).toHaveLength(14);
  const verifier = createVerifier();
  const rules = whole.flatMap((event) => verifier.check(event)).map((breach) => breach.rule);
  expect([...rules, ...verifier.end()]).toEqual([]);
});

it('gives the same events cut in two at every byte', () => {
  for (let place = 0; place <= bytes.length; place += 1) {
    expect(read([bytes.subarray(0, place), bytes.subarray(place)])).toEqual(whole);
  }
});

it('gives the same events cut anywhere, any number of times', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: bytes.length })), (places) => {
      const cuts = [0, ...places.sort((a, b) => a - b), bytes.length];
      expect(read(cuts.map((cut, index) => bytes.subarray(cuts[index - 1] ?? 0, cut)))).toEqual(
        whole,
      );
    }),
  );
});
