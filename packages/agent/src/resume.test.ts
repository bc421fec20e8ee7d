import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createAgent } from './agent.ts';
import type { Clock } from './clock.ts';
import { type Served, serve } from './node-server.ts';
import { controlRun, watchRun } from './test-client.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});
const keep = <T extends Served>(served: T): T => {
  open.push(() => served.close());
  return served;
};

describe('a run outlives its connection', () => {
  it('streams exactly the same events, cut and rejoined anywhere', async () => {
    const agent = createAgent({
      id: 'talker',
      name: 'Talker',
      async run(context) {
        await context.state.set({ count: 0 });
        const message = await context.message();
        for (let count = 1; count <= 12; count += 1) {
          await message.text(`${count}. Zwölf – 十二\n`);
          await context.state.update((draft) => Object.assign(draft as object, { count }));
          await context.sleep(0);
        }
        await message.end();
      },
    });
    const { url } = keep(await serve(agent.fetch, { port: 0 }));
    const whole = 1 + 1 + 1 + 12 * 2 + 1 + 1;

    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: whole }), { maxLength: 3 }),
        async (cuts) => {
          const ids = { threadId: crypto.randomUUID(), runId: crypto.randomUUID() };
          const seen: string[] = [];
          let last: string | undefined;
          for (const cut of [...cuts].sort((a, b) => a - b)) {
            const part = await watchRun(url, {
              ...ids,
              ...(last === undefined ? {} : { lastEventId: last }),
            });
            await part.until((event) => part.ids[part.events.indexOf(event)] === String(cut));
            part.cut();
            await part.ended;
            // This reader did not use what was received after the cut in the same chunk.
            const taken = part.ids.filter((id) => Number(id) <= cut).length;
            seen.push(...part.frames.slice(0, taken));
            last = String(cut);
          }
          const rest = await watchRun(url, {
            ...ids,
            ...(last === undefined ? {} : { lastEventId: last }),
          });
          await rest.ended;
          seen.push(...rest.frames);
          const replay = await watchRun(url, ids);
          await replay.ended;
          expect(replay.frames).toHaveLength(whole);
          expect(seen).toEqual(replay.frames);
          expect(replay.ids).toEqual(Array.from({ length: whole }, (_, at) => String(at + 1)));
        },
      ),
      { numRuns: runs(25) },
    );
  });

  it('never starts a known run twice, and keeps runs of two threads apart', async () => {
    let starts = 0;
    const agent = createAgent({
      id: 'once',
      name: 'Once',
      run: (context) => {
        starts += 1;
        return context.say('once');
      },
    });
    const { url } = keep(await serve(agent.fetch, { port: 0 }));
    const first = await watchRun(url, { threadId: 't', runId: 'r' });
    await first.ended;
    const second = await watchRun(url, { threadId: 't', runId: 'r' });
    await second.ended;
    expect(second.frames).toEqual(first.frames);
    expect(starts).toBe(1);
    expect((await watchRun(url, { threadId: 'u', runId: 'r' })).status).toBe(409);
    expect((await watchRun(url, { threadId: 't', runId: 'r', lastEventId: '99' })).status).toBe(
      400,
    );
  });

  it('stalls a run whose reader does not read, and drops nothing', async () => {
    let emitted = 0;
    const total = 300;
    const agent = createAgent({
      id: 'fast',
      name: 'Fast',
      limits: { maxUnreadEvents: 20 },
      async run(context) {
        for (let count = 0; count < total; count += 1) {
          await context.emit({ type: 'CUSTOM', name: 'count', value: count });
          emitted += 1;
        }
      },
    });
    const ids = { threadId: 't', runId: 'r' };
    const request = () =>
      new Request('http://localhost/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...ids, messages: [] }),
      });
    const unread = await agent.fetch(request());
    // A whole turn of the event loop in which the run could continue.
    await new Promise((resolve) => setImmediate(resolve));
    expect(emitted).toBeLessThan(25);
    await unread.body?.cancel();
    const text = await (await agent.fetch(request())).text();
    expect(text.match(/"name":"count"/g)).toHaveLength(total);
    expect(emitted).toBe(total);
  });

  it('stops a run that was never rejoined', async () => {
    const scheduled: { run: () => void; delayMs: number }[] = [];
    const clock: Clock = {
      now: () => 0,
      schedule(run, delayMs) {
        const entry = { run, delayMs };
        scheduled.push(entry);
        return () => {
          const at = scheduled.indexOf(entry);
          if (at >= 0) scheduled.splice(at, 1);
        };
      },
    };
    const agent = createAgent({
      id: 'left',
      name: 'Left',
      clock,
      limits: { abandonedAfterMs: 600_000 },
      run: (context) => context.instructions.next(),
    });
    const served = keep(await serve(agent.fetch, { port: 0 }));
    const card = agent.descriptor(served.url);
    const run = await watchRun(card.url);
    await run.until((event) => event.type === 'RUN_STARTED');
    expect(scheduled.some(({ delayMs }) => delayMs === 600_000)).toBe(false);
    run.cut();
    await expect.poll(() => scheduled.some(({ delayMs }) => delayMs === 600_000)).toBe(true);
    scheduled.find(({ delayMs }) => delayMs === 600_000)?.run();
    const { threadId, runId } = run;
    const again = await watchRun(card.url, { threadId, runId });
    await again.ended;
    expect(again.events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'stopped' });
    expect((await controlRun(card, run, 'status')).status).toBe(200);
  });

  it('forgets the oldest finished runs', async () => {
    const agent = createAgent({
      id: 'short',
      name: 'Short',
      limits: { maxFinishedRuns: 2 },
      run: (context) => context.say('done'),
    });
    const { url } = keep(await serve(agent.fetch, { port: 0 }));
    for (const runId of ['a', 'b', 'c', 'd']) {
      await (await watchRun(url, { threadId: 't', runId })).ended;
    }
    const rejoin = (runId: string) => watchRun(url, { threadId: 't', runId, lastEventId: '1' });
    expect((await rejoin('a')).status).toBe(404);
    expect((await rejoin('d')).status).toBe(200);
  });
});
