import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBatch, encodeBatch, type WrittenEnvelope } from './envelope-batch.ts';

const text = fc.oneof(fc.constantFrom('task', 'run', '","', '__proto__'), fc.string());
const envelope = fc.record({
  position: fc.nat(),
  threadId: text,
  runId: fc.option(text),
  sequence: fc.nat(),
  receivedAt: fc.nat(),
  agentId: text,
  event: fc.oneof(
    fc.constant({ type: 'RUN_STARTED' }),
    fc.record({ type: fc.constant('CUSTOM'), name: text, value: fc.jsonValue() }),
  ),
});
const written = (event: object) => JSON.stringify(event);
const encode = (envelopes: (Omit<WrittenEnvelope, 'event'> & { event: object })[]) =>
  encodeBatch(envelopes.map((one) => ({ ...one, event: written(one.event) })));

describe('a batch of envelopes', () => {
  it('is read back as they were, in any order of sources and numbers', () => {
    fc.assert(
      fc.property(fc.array(envelope, { minLength: 1, maxLength: 12 }), (envelopes) => {
        const read = decodeBatch(JSON.parse(encode(envelopes)));
        expect(read).toEqual(JSON.parse(JSON.stringify(envelopes)));
      }),
      { numRuns: runs(300) },
    );
  });

  it('writes a source once, and no more per event than a few numbers', () => {
    const envelopes = Array.from({ length: 100 }, (_, index) => ({
      position: 5_000_000 + index,
      threadId: index % 2 === 0 ? '0dcc0318-4cdd-4985-83ae-f7acfdba817a' : 'another',
      runId: '4c25f59f-173e-4b54-8d38-265b06982d6d',
      sequence: 70_000 + index,
      receivedAt: 1_795_430_936_682 + index,
      agentId: 'bench',
      event: { type: 'CUSTOM' },
    }));
    const size = encode(envelopes).length;
    const events = envelopes.reduce((sum, { event }) => sum + written(event).length, 0);
    expect(size - events).toBeLessThan(100 * 15 + 300);
    expect(decodeBatch(JSON.parse(encode(envelopes)))).toEqual(envelopes);
  });

  it('of nothing is no text, and what is none has no envelopes', () => {
    expect(encodeBatch([])).toBe('');
    for (const none of [null, undefined, 7, 'text', [], {}, { sources: [], events: 7 }]) {
      expect(decodeBatch(none)).toEqual([]);
    }
    expect(decodeBatch({ sources: [7], events: [null, [0], [9, 1, 1, 1, {}]] })).toHaveLength(3);
  });
});
