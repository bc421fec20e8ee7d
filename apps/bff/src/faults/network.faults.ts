import { eachFaultRound } from '@countersign/testkit/fault-rounds';
import { describe, it } from 'vitest';
import { engineNames } from '../testing/faults/engines.ts';
import { playScenario } from '../testing/faults/scenario.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(engineNames)('on %s', (engine) => {
  it('an agent that breaks off with RST, with FIN and amid an event is joined again where it was', () =>
    eachFaultRound((random) =>
      playScenario({ engine, title: 'an agent breaks off' }, async ({ agentProxy, until }) => {
        for (const how of ['reset', 'end', 'amid'] as const) {
          await until(40);
          if (how === 'amid') agentProxy.cutAfterBytes(Math.floor(1 + random() * 900));
          else agentProxy.cut(how);
        }
        await until(20);
        // Two bytes at a time: frames and characters are cut at every place.
        agentProxy.slice(2);
        await until(60);
        agentProxy.slice(null);
        agentProxy.goAway();
        await pause(1_500);
        agentProxy.restore();
        await until(40);
      }),
    ));

  it('an agent that sends what cannot be read, the same twice, and what was before, is recorded once', () =>
    playScenario(
      {
        engine,
        title: 'an agent sends garbage',
        agent: {
          each(run, event, number) {
            run.send(event);
            const again = `data: ${JSON.stringify(event)}\n\n`;
            if (number % 7 === 0) run.raw(`id: ${number}\n${again}`);
            if (number % 11 === 0) run.raw(`id: ${number - 5}\n${again}`);
            const garbage = hostile[number % 40];
            if (garbage !== undefined) run.raw(`data: ${garbage}\n\n`);
          },
        },
      },
      ({ until }) => until(400),
    ));

  it('an agent whose addresses fail, hang and break off gets each answer with one key', () =>
    playScenario(
      {
        engine,
        title: 'answers are hard to deliver',
        agent: {
          feedbackStatus: (index) =>
            (['cut', 503, 'hang', 500, 200, 200] as const)[index % 6] ?? 200,
        },
      },
      ({ until }) => until(500),
    ));

  it('readers that are cut off, amid an event too, and in a network that is divided, miss nothing', () =>
    eachFaultRound((random) =>
      playScenario(
        {
          engine,
          title: 'readers are cut off',
          manners: ['at once', 'at once', 'at once', 'slowly', 'with long pauses'],
        },
        async ({ browserProxy, until }) => {
          for (let round = 0; round < 6; round += 1) {
            await until(30);
            if (round % 3 === 0) browserProxy.cut(round === 0 ? 'reset' : 'end');
            else if (round % 3 === 1) browserProxy.cutAfterBytes(Math.floor(random() * 20_000));
            else {
              browserProxy.hold();
              await pause(1_000);
              browserProxy.restore();
            }
          }
          // A byte at a time, for all of them.
          browserProxy.slice(1);
          await until(30);
          browserProxy.slice(null);
        },
      ),
    ));
});

/** Sent between events: each is an anomaly, and none ends the stream. */
const hostile = [
  '{"type":',
  '{"type":"CUSTOM","name":"number","value":NaN}',
  '\u0000',
  '[]',
  'null',
  '{"type":"CUSTOM","name":"x","value":"\\ud800"}',
  '{"__proto__":{"type":"CUSTOM"}}',
  `${'['.repeat(50_000)}`,
  '\uFEFF{"type":"CUSTOM"}',
];
