import { fileURLToPath } from 'node:url';
import { eachFaultRound } from '@countersign/testkit/fault-rounds';
import { describe, it } from 'vitest';
import { engineNames } from '../testing/faults/engines.ts';
import { playScenario, type Stage } from '../testing/faults/scenario.ts';

const preload = fileURLToPath(new URL('../testing/faults/failpoints.mjs', import.meta.url));
const points = ['before-commit', 'after-commit', 'before-fan-out', 'amid-fan-out'];

describe.each(engineNames)('on %s, a server that is killed', (engine) => {
  it.each(points)('%s: is replaced, and nobody notices', (point) =>
    eachFaultRound((random) =>
      playScenario({ engine, title: `killed ${point}` }, async ({ dieIn, until }) => {
        const FAILPOINT = `${point}:${Math.floor(5 + random() * 30)}`;
        await dieIn({ NODE_OPTIONS: `--import=${preload}`, FAILPOINT });
        await until(20);
      }),
    ),
  );

  it('while an answer is on its way, before and after its agent has it: it arrives with one key', () =>
    eachFaultRound(async () => {
      const killed = new Set<number>();
      let stage: Stage | null = null;
      await playScenario(
        {
          engine,
          title: 'killed as answers are delivered',
          agent: {
            feedbackStatus() {
              const server = stage?.server();
              if (server === undefined || killed.size >= 3 || killed.has(server.pid)) return 200;
              killed.add(server.pid);
              void server.kill('SIGKILL');
              return killed.size % 2 === 0 ? 200 : 'hang';
            },
          },
        },
        async (on) => {
          stage = on;
          for (let count = 0; count < 3; count += 1) await on.started();
        },
      );
    }));
});
