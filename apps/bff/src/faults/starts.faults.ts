import {
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startChildServer } from '../testing/child-server.ts';
import { engineNames } from '../testing/faults/engines.ts';
import { playScenario } from '../testing/faults/scenario.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-starts-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('a store whose file is damaged', () => {
  const overwrite = (file: string, at: number) => {
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, Buffer.alloc(512, 0xa5), 0, 512, at);
  };
  it('at its beginning, or cut off: the server does not start, and says in a sentence what to do', async () => {
    const server = await startChildServer(root, []);
    await server.kill('SIGTERM');
    const file = join(root, 'countersign.db');
    const refusal = () =>
      startChildServer(root, []).then(
        async (started) => {
          await started.kill('SIGKILL');
          return 'it has started';
        },
        (error: Error) => error.message,
      );
    const whole = readFileSync(file);
    truncateSync(file, Math.floor(whole.length / 2));
    expect(await refusal()).toMatch(/damaged|backup/);
    overwrite(file, 0);
    expect(await refusal()).toMatch(/countersign\.db.*(damaged|not a database|backup)/s);
  });

  it('at the end of its log, as after a loss of power: everything before it is there, and the rest is sent again', () =>
    playScenario({ engine: 'sqlite', title: 'the log is torn' }, async (stage) => {
      for (let round = 0; round < 3; round += 1) {
        await stage.until(60);
        const log = join(stage.directory, 'countersign.db-wal');
        const { pid } = stage.server();
        await stage.server().kill('SIGKILL');
        expect(pid).toBeGreaterThan(0);
        // The beginning of a transaction that never ended.
        const descriptor = openSync(log, 'a');
        writeSync(descriptor, Buffer.alloc(3_000 + round * 997, 0x5a));
        expect(statSync(log).size).toBeGreaterThan(0);
        await stage.started();
      }
    }));
});

const preload = fileURLToPath(new URL('../testing/faults/clock.mjs', import.meta.url));

describe.each(engineNames)('on %s', (engine) => {
  it('a clock that is set forward and back, while it runs and while it is stopped, changes no order', () =>
    playScenario({ engine, title: 'the clock is set' }, async (stage) => {
      const file = join(root, 'clock');
      stage.environment['NODE_OPTIONS'] = `--import=${preload}`;
      stage.environment['CLOCK_FILE'] = file;
      for (const [index, hours] of [0, 5, -7, 30, -1_000].entries()) {
        const descriptor = openSync(file, 'w');
        writeSync(descriptor, `${hours * 3_600_000}`);
        if (index % 2 === 0) await stage.kill();
        await stage.until(60);
      }
    }));
});
