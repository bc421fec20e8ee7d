import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { expect, it } from 'vitest';
import { createPieces } from './pieces.ts';

function startBody() {
  const clock = createManualClock();
  const body = new PassThrough();
  const next = createPieces(body, clock);
  const text = async () => {
    const bytes = await next();
    return bytes === null ? null : Buffer.from(bytes).toString();
  };
  /** The next text, if it is read before the time has moved. */
  const soon = async () => {
    const read: { text: string | null }[] = [];
    void text().then((piece) => read.push({ text: piece }));
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    return { now: () => read[0]?.text };
  };
  return { clock, body, text, soon };
}

it('reads the first bytes after a pause at once', async () => {
  const { clock, body, text } = startBody();
  body.write('a');
  expect(await text()).toBe('a');
  clock.advance(1_000);
  body.write('b');
  expect(await text()).toBe('b');
});

it('reads what a busy agent writes within a short time as one piece', async () => {
  const { clock, body, text, soon } = startBody();
  body.write('a');
  expect(await text()).toBe('a');
  body.write('b');
  const piece = await soon();
  expect(piece.now()).toBeUndefined();
  body.write('c');
  clock.advance(32);
  await setImmediate();
  expect(piece.now()).toBe('bc');
});

it('does not let a flood wait for time to pass', async () => {
  const { body, text, soon } = startBody();
  body.write('a');
  expect(await text()).toBe('a');
  const piece = await soon();
  body.write('b'.repeat(4_000));
  body.write('b'.repeat(5_000));
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  expect(piece.now()).toHaveLength(9_000);
});

it('reports at once that the connection broke', async () => {
  const { body, text } = startBody();
  body.write('a');
  expect(await text()).toBe('a');
  const piece = text();
  body.destroy(new Error('read ECONNRESET'));
  await expect(piece).rejects.toThrow();
});
