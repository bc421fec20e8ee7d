import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStream, type StreamEvents } from './stream/stream-reader.ts';

const storeId = '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
const encoder = new TextEncoder();

/** What the reader reports, in order, with the cursors to resume from. */
function record(): { reported: unknown[]; events: StreamEvents } {
  const reported: unknown[] = [];
  const notify =
    (name: string) =>
    (...values: unknown[]) =>
      void reported.push([name, ...values]);
  return {
    reported,
    events: {
      onLife() {},
      onCursor: notify('cursor'),
      onEnvelope: notify('envelope'),
      onReset: notify('reset'),
      onPresence: notify('presence'),
      onDraft: notify('draft'),
      onChanged: notify('changed'),
      onStore: notify('store'),
      onReady: notify('ready'),
    },
  };
}

/** Reads bytes in these pieces to the end. */
async function read(pieces: Iterable<Uint8Array>): Promise<unknown[]> {
  const { reported, events } = record();
  const iterator = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  await readStream(body, events, new AbortController().signal);
  return reported;
}

function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (let index = 0; at < bytes.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

const envelope = (position: number) => ({
  position,
  threadId: '7b5ecc0a-d8b6-41df-ad09-3f105d2aa1af',
  runId: null,
  sequence: position,
  receivedAt: 1_750_000_000_000,
  agentId: 'demo',
  event: { type: 'STEP_STARTED', stepName: `step ${position} ü` },
});
const frame = (position: number): string =>
  `id: ${storeId}.${position}\ndata: ${JSON.stringify(envelope(position))}\n\n`;

const name = fc.constantFrom(
  ...['message', 'reset', 'ready', 'presence', 'draft', 'store', 'changed', 'unknown', '__proto__'],
);
/** JSON with member names that every object inherits, and those the reader uses. */
const json = fc
  .letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          ...['serverTime', 'notWritableSince', 'reason', 'what', 'promptId', 'tab', 'threadId'],
          ...['position', 'sequence', 'event', 'type', 'operators', 'damaged', 'agentId', 'runId'],
          ...['toString', 'valueOf', 'constructor', '__proto__', 'length'],
        ),
        tie('node'),
        { maxKeys: 6 },
      ),
    ),
  }))
  .node.map((value) => JSON.stringify(value));

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
/** Bytes that are still referenced. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** What a server, or an intermediary, may send. */
const part: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 3, arbitrary: fc.nat({ max: 40 }).map((n) => encoder.encode(frame(n))) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(name, json)
      .map(([event, data]) => encoder.encode(`event: ${event}\ndata: ${data}\n\n`)),
  },
  {
    weight: 1,
    arbitrary: json.map((data) => encoder.encode(`id: a\u0000b\ndata: ${data}\r\n\r\n`)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '\n',
        '\r',
        '\r\n\r\n',
        '\n\n',
        ':',
        'id:\n\n',
        'data',
        '\ufeff',
        '\u0000',
        ': ping\n\n',
      )
      .map((text) => encoder.encode(text)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[[0xff], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80]].map((bytes) =>
        Uint8Array.from(bytes),
      ),
    ),
  },
);

describe('the stream of a hostile server', () => {
  it('is read to its end, with the same result for any split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
        async (parts, lengths) => {
          const bytes = joined(parts);
          const whole = await read([bytes]);
          expect(await read(cut(bytes, lengths))).toEqual(whole);
          expect(await read(cut(bytes, [1]))).toEqual(whole);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('continues after anything that ends with an empty line, and is resumed after the last event', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const after = encoder.encode(`\n\n${frame(50)}`);
        const reported = await read([joined(parts), after]);
        expect(reported.slice(-2)).toEqual([
          ['envelope', envelope(50)],
          ['cursor', `${storeId}.50`],
        ]);
      }),
      { numRuns: runs(100) },
    );
  });

  it('accepts no time that is not a number', async () => {
    const ready = (time: string) =>
      encoder.encode(`event: ready\ndata: {"serverTime":${time}}\n\n`);
    const reported = await read([ready('{"toString":1,"valueOf":1}'), ready('"7"'), ready('7')]);
    expect(reported).toEqual([
      ['ready', Number.NaN],
      ['ready', Number.NaN],
      ['ready', 7],
    ]);
  });

  it('does not move the cursor for a frame without id, and follows one that goes back', async () => {
    const bare = frame(3).replace(/^id: .*\n/, '');
    const reported = await read([encoder.encode(`${frame(5)}${bare}${frame(2)}`)]);
    expect(reported.filter((item) => Array.isArray(item) && item[0] === 'cursor')).toEqual([
      ['cursor', `${storeId}.5`],
      ['cursor', `${storeId}.2`],
    ]);
    expect(reported.filter((item) => Array.isArray(item) && item[0] === 'envelope')).toHaveLength(
      3,
    );
  });

  it.each([
    ['a line that never ends', 'x', 24],
    // Its lines are stored one by one.
    ['a frame that never ends', 'data: x\n', 96],
    ['comments that never end', ': x\n', 24],
  ])(
    '%s uses no more memory than one frame may, and what follows it is read',
    async (_, text, megabytes) => {
      const chunk = encoder.encode(text.repeat(Math.ceil(65_536 / text.length)));
      const chunks = 512;
      let most = 0;
      function* endless() {
        const before = held();
        for (let index = 0; index < chunks; index += 1) {
          if (index % 64 === 0) most = Math.max(most, held() - before);
          yield chunk;
        }
        yield encoder.encode(`\n\n${frame(1)}`);
      }
      const reported = await read(endless());
      expect(reported.at(-1)).toEqual(['cursor', `${storeId}.1`]);
      // 32 MB were sent. A frame has at most 8 Mi characters.
      expect(most).toBeLessThan(megabytes * 1_024 * 1_024);
    },
  );
});
