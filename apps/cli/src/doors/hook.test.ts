import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpAsking, startHttpAsking } from '@countersign/bff/testing/http-asking';
import { startMs } from '@countersign/bff/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installHook, sentBy } from './testing/hook-runs.ts';

let folder: string;
let asking: HttpAsking;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-hook-'));
  asking = await startHttpAsking();
}, startMs);
afterAll(async () => {
  await asking.close();
  rmSync(folder, { recursive: true, force: true });
});

const install = (more: Parameters<typeof installHook>[1] = {}) =>
  installHook(mkdtempSync(join(folder, 'hook-')), {
    url: asking.origin(),
    token: asking.program.token,
    ...more,
  });

/** Runs the launcher with a call, as an agent does. */
function run(launcher: string, sent: unknown) {
  const child = spawn('/bin/sh', [launcher, 'ask'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(typeof sent === 'string' ? sent : JSON.stringify(sent));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, ...said }));
  });
  return { child, ended };
}

/** The one call that waits. */
const opened = () =>
  asking.server.until(async () => {
    const { body } = await asking.server.request('GET', '/api/prompts?state=open');
    return body.items[0] === undefined ? null : body.items[0];
  });

async function answer(feedback: object): Promise<void> {
  const { id } = await opened();
  const { body: prompt } = await asking.server.request('GET', `/api/prompts/${id}`);
  const body = { feedback, digest: prompt.digest, idempotencyKey: crypto.randomUUID(), holdMs: 0 };
  const { status } = await asking.server.request('POST', `/api/prompts/${id}/decisions`, body);
  expect(status).toBe(201);
}

describe('a yes', () => {
  it('is given in the words of each agent, with edited arguments', async () => {
    const edited = { type: 'edit', content: { value: { command: 'touch b' } } };
    for (const [agent, feedback, words] of [
      ['claude', { type: 'approve' }, { permissionDecision: 'allow' }],
      ['claude', edited, { permissionDecision: 'allow', updatedInput: { command: 'touch b' } }],
      ['codex', { type: 'approve' }, null],
      ['codex', edited, { permissionDecision: 'allow', updatedInput: { command: 'touch b' } }],
      ['gemini', edited, { tool_input: { command: 'touch b' } }],
    ] as const) {
      const { ended } = run(install({ agent }), sentBy(agent, { command: 'touch a' }));
      await answer(feedback);
      const { code, stdout, stderr } = await ended;
      expect([agent, code, stderr]).toEqual([agent, 0, '']);
      if (words === null) expect(stdout).toBe('');
      else expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: words });
    }
  }, 60_000);

  it('is asked for with the folder, the branch and the file behind a link', async () => {
    const work = mkdtempSync(join(folder, 'work-'));
    mkdirSync(join(work, '.git'));
    writeFileSync(join(work, '.git/HEAD'), 'ref: refs/heads/fix/rounding\n');
    symlinkSync(tmpdir(), join(work, 'link'));
    const sent = sentBy('claude', { file_path: 'link/new.txt', content: 'x' }, work);
    const { ended } = run(install(), { ...sent, tool_name: 'Write' });
    const row = await opened();
    const { body } = await asking.server.request('GET', `/api/prompts/${row.id}`);
    expect(body.severity).toBe('critical');
    const facts = [
      { name: 'branch', value: 'fix/rounding' },
      { name: 'folder', value: work },
      { name: 'outside', value: join(tmpdir(), 'new.txt') },
    ];
    expect(body.message).toMatchObject({
      upPrompt: { outputs: [{ type: 'facts', facts: expect.arrayContaining(facts) }, {}] },
    });
    await answer({ type: 'reject', content: { reason: 'Not there.' } });
    expect(await ended).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Countersign: not run. Administrator rejected this call: Not there.\n',
    });
  }, 30_000);
});

/** A server that answers every request like this. */
async function oddServer(status: number, body: string, drops = false): Promise<[Server, string]> {
  const server = createServer((request, response) => {
    if (drops) request.socket.destroy();
    else response.writeHead(status, { location: '/elsewhere' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
}

describe('everything else is exit 2 with words', () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  it.each([
    ['an empty answer', 200, ''],
    ['HTML', 200, '<html>'],
    ['an object without anything', 200, '{}'],
    ['a yes without a digest', 200, '{"id":"a","state":"allowed"}'],
    ['a yes to another call', 200, `{"id":"a","state":"allowed","digest":"${digest}"}`],
    ['a redirect', 302, ''],
    ['a refusal', 403, '{"detail":"no"}'],
    ['no content', 204, ''],
    ['a server that fails', 500, '{}'],
    ['a connection that is cut', 0, ''],
  ])(
    '%s',
    async (_, status, body) => {
      const [server, url] = await oddServer(status, body, status === 0);
      const launcher = install({ url, deadlineSeconds: 5 });
      const { code, stdout, stderr } = await run(launcher, sentBy('claude', {})).ended;
      server.close();
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^Countersign: not run\. .+/);
    },
    30_000,
  );

  it.each([
    ['no JSON', 'garbage'],
    ['nothing', ''],
    ['another event', { ...sentBy('claude', {}), hook_event_name: 'Stop' }],
    ['half a character', { ...sentBy('claude', { command: '\ud800' }) }],
  ])(
    'the agent sends %s',
    async (_, sent) => {
      const { code, stdout, stderr } = await run(install(), sent).ended;
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^Countersign: not run\. .+/);
    },
    30_000,
  );

  it('there is no Node, no worker, or no folder that can be written', async () => {
    const launchers = [install({ node: '/nowhere/node' }), install(), join(folder, 'gone/l.sh')];
    rmSync(join(launchers[1] ?? '', '../worker.mjs'));
    for (const launcher of launchers) {
      const { code, stdout } = await run(launcher, sentBy('claude', {})).ended;
      expect([code === 0, stdout]).toEqual([false, '']);
    }
  }, 30_000);

  it('the agent stops it, and a later yes finds nobody', async () => {
    const { child, ended } = run(install(), sentBy('claude', { command: 'touch late' }));
    const { id } = await opened();
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 2, stdout: '', stderr: /./ });
    await asking.server.until(async () => {
      const { body } = await asking.server.request('GET', `/api/prompts/${id}`);
      return body.state === 'withdrawn' ? true : null;
    });
  }, 90_000);

  it('nobody answers before its own deadline', async () => {
    const begun = Date.now();
    const { ended } = run(install({ deadlineSeconds: 5 }), sentBy('claude', { command: 'w' }));
    expect(await ended).toMatchObject({ code: 2, stdout: '' });
    expect(Date.now() - begun).toBeLessThan(12_000);
    await sleep(100);
  }, 30_000);
});
