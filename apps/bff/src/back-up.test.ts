import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Envelope } from '@countersign/hai/envelope';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChildServer, startChildServer } from './testing/child-server.ts';
import { describeAgent } from './testing/harness.ts';
import { type AgentRun, type ScriptedAgent, startScriptedAgent } from './testing/scripted-agent.ts';

const run = promisify(execFile);
let directory: string;
let server: ChildServer | null = null;
let agent: ScriptedAgent | null = null;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-backup-'));
});
afterEach(async () => {
  await server?.kill('SIGKILL');
  await agent?.close();
  server = null;
  agent = null;
  rmSync(directory, { recursive: true, force: true });
});

/** The program as `npm run backup` starts it. */
const backUp = (data: string, target: string) =>
  run(process.execPath, ['dist-server/countersign.mjs', 'backup', target], {
    env: { ...process.env, COUNTERSIGN_DATA: data },
  });

it('made while the server writes, it is a store of its own that lacks nothing up to its position', async () => {
  let stopped = false;
  const play = (stream: AgentRun) => {
    stream.send({ type: 'RUN_STARTED', runId: stream.input.runId });
    stream.send({ type: 'BUSINESS_DATA_START', messageId: 'chatcmpl-9xQ2vWm0aTn4bYk7' });
    const step = () => {
      if (stopped || stream.response.destroyed) return;
      for (let count = 0; count < 20; count += 1) {
        const delta = 'word '.repeat(20);
        stream.send({
          type: 'BUSINESS_DATA_CONTENT',
          messageId: 'chatcmpl-9xQ2vWm0aTn4bYk7',
          delta,
        });
      }
      setImmediate(step);
    };
    step();
  };
  agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' }, onRun: play });
  const data = join(directory, 'data');
  mkdirSync(data);
  server = await startChildServer(data, [describeAgent(agent)]);
  const { body: task } = await server.request('/api/tasks', { agentId: 'demo', message: 'go' });
  const events = async (of: ChildServer, after: number) =>
    (await of.request(`/api/tasks/${task.taskId}/events?after=${after}`)).body.items;
  await expect
    .poll(async () => (await events(server!, 200)).length, { timeout: 15_000 })
    .toBeGreaterThan(0);

  const target = join(directory, 'copy');
  const { stdout } = await backUp(data, target);
  const position = Number(/up to position (\d+)/.exec(stdout)?.[1]);
  expect(position).toBeGreaterThan(200);
  // It continued meanwhile.
  await expect
    .poll(async () => (await events(server!, position + 100)).length, { timeout: 15_000 })
    .toBeGreaterThan(0);
  stopped = true;
  const all = async (of: ChildServer) => {
    const found: Pick<Envelope, 'position'>[] = [];
    for (;;) {
      const page = await events(of, found.length);
      if (page.length === 0) return found;
      found.push(...page);
    }
  };
  await server.kill('SIGKILL');
  expect(readdirSync(target).sort()).toEqual(['countersign.db', 'secret.key']);
  for (const name of readdirSync(target)) {
    expect((statSync(join(target, name)).mode & 0o777).toString(8)).toBe('600');
  }

  // The original and the copy, each with a server of its own, without the agent.
  await agent.close();
  server = await startChildServer(data, [describeAgent(agent)]);
  const original = (await all(server)).filter((event) => event.position <= position);
  await server.kill('SIGTERM');
  server = await startChildServer(target, [describeAgent(agent)]);
  const restored = (await all(server)).filter((event) => event.position <= position);
  expect(restored.length).toBeGreaterThan(200);
  expect(restored).toEqual(original);
  expect((await server.request('/api/audit/verify')).body.ok).toBe(true);
  expect((await server.request('/api/agents')).body.items[0]).toMatchObject({ id: 'demo' });
}, 90_000);

it('refuses a folder with files in it, and one without a store, in a sentence', async () => {
  const used = join(directory, 'used');
  mkdirSync(used);
  writeFileSync(join(used, 'countersign.db'), 'another one');
  const refusal = (data: string, target: string) =>
    backUp(data, target).then(
      () => 'it was made',
      (error: { stderr: string }) => error.stderr,
    );
  expect(await refusal(join(directory, 'nothing'), join(directory, 'copy'))).toMatch(
    /^There is no countersign\.db in .*nothing\.\n$/,
  );
  expect(await refusal(used, used)).toMatch(
    /is not empty\. Choose a new folder for each backup\.\n$/,
  );
});
