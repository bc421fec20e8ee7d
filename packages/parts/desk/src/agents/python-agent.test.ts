import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { checkAgent } from '@countersign/check/check-agent';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { afterEach, describe, expect, it } from 'vitest';

const python = process.env['COUNTERSIGN_TEST_PYTHON'] ?? '';
const folder = (name: string) =>
  fileURLToPath(new URL(`../../../../python/${name}`, import.meta.url));

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The example of the package as a process, on a free port. */
async function startGreeter(): Promise<AgentDescriptor> {
  const child = spawn(python, ['-c', 'from greeter import agent; agent.serve(port=0)'], {
    env: { ...process.env, PYTHONPATH: `${folder('src')}:${folder('examples')}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  closing.push(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let line = '';
  for await (const chunk of child.stdout) {
    line += String(chunk);
    if (line.includes('\n')) break;
  }
  return JSON.parse(line);
}

describe.skipIf(python === '')('an agent in Python', () => {
  it('passes the tests of its package', async () => {
    const { stderr } = await promisify(execFile)(python, ['-m', 'unittest', 'discover'], {
      cwd: folder('tests'),
      env: { ...process.env, PYTHONPATH: folder('src') },
    });
    expect(stderr).toMatch(/Ran \d+ tests.*\n\nOK\n/);
  }, 120_000);

  it('passes the check of the protocol', async () => {
    const agent = await startGreeter();
    const report = await checkAgent({ agent, message: 'Ada', patienceMs: 10_000 });
    const missed = report.findings.filter(({ verdict }) => verdict !== 'pass');
    expect(missed.map(({ id, detail }) => `${id} ${detail}`)).toEqual([]);
  }, 60_000);

  describe('of this server', () => {
    const setUp = async () => {
      const harness = await startHarness({ agents: [await startGreeter()] });
      closing.push(() => harness.close());
      const { taskId } = await harness.start('greeter', 'Ada');
      const prompt = await harness.untilPrompt(taskId, 'open');
      return { harness, taskId, prompt };
    };
    const press = (harness: Harness, taskId: string, action: string) =>
      harness.request('POST', `/api/tasks/${taskId}/control`, {
        action,
        idempotencyKey: `key-of-${action}`,
      });

    it('asks with a form of its model, is answered, and continues', async () => {
      const { harness, taskId, prompt } = await setUp();
      expect(prompt.message.upPrompt?.ask).toBe('How shall I greet Ada?');
      expect(prompt.message.upContext?.fields).toEqual({ greeting: 'The word before the name' });
      const decide = (greeting: string) =>
        harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
          feedback: { type: 'edit', content: { value: { greeting } } },
          digest: prompt.digest,
          idempotencyKey: `answer-of-${greeting.length}`,
        });
      expect((await decide('')).status).toBe(422);
      expect((await decide('Moin')).status).toBe(201);
      await harness.untilStatus(taskId, 'finished');
      const texts = harness
        .events(taskId)
        .flatMap(({ event }) => (event.type === 'BUSINESS_DATA_CONTENT' ? [event.delta] : []));
      expect(texts.slice(1).join('')).toBe('Moin, Ada! ');
      const changes = harness.facts(taskId, 'countersign.decision').map(({ change }) => change);
      expect(changes).toEqual(['recorded', 'delivered', 'acknowledged']);
      expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
    });

    it('is paused, resumed and stopped, and confirms each', async () => {
      const { harness, taskId } = await setUp();
      expect((await press(harness, taskId, 'pause')).body).toMatchObject({
        control: { means: 'agent' },
      });
      await harness.untilStatus(taskId, 'paused');
      await press(harness, taskId, 'resume');
      await harness.untilStatus(taskId, 'running');
      await press(harness, taskId, 'stop');
      await harness.untilStatus(taskId, 'stopped');
      expect(harness.facts(taskId, 'countersign.anomaly')).toEqual([]);
    });
  });
});
