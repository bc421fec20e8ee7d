import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ChildServer, startChildServer } from '@countersign/bff/testing/child-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, type RunningCommand, startCommand } from './testing/run-command.ts';

let folder: string;
let server: ChildServer;
let token: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-ask-'));
  server = await startChildServer(folder, []);
  const { body } = await server.request('/api/programs', { name: 'A job', via: 'http' });
  token = String(body.token);
}, 60_000);
afterAll(async () => {
  await server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const settings = () => ({ COUNTERSIGN_URL: server.url, COUNTERSIGN_TOKEN: token });
const ask = (question: string, ...options: string[]): RunningCommand =>
  startCommand(['ask', question, ...options], settings());

interface OpenPrompt {
  id: string;
  digest: string;
}

/** The open question with these words, as soon as there is one. */
async function opened(words: string): Promise<OpenPrompt> {
  for (;;) {
    const { body } = await server.request('/api/prompts?state=open');
    const found = body.items.find((one: unknown) => JSON.stringify(one).includes(words));
    if (found !== undefined) return found;
    await sleep(100);
  }
}

async function answer(words: string, feedback: object): Promise<void> {
  const { id, digest } = await opened(words);
  const { status, body } = await server.request(
    `/api/prompts/${encodeURIComponent(id)}/decisions`,
    { feedback, digest, idempotencyKey: `answer-to-${id}`.slice(0, 60) },
  );
  expect([status, body]).toEqual([201, expect.anything()]);
}

/** A proxy that does not pass anything on while it is `away`, and no replies while it is `deaf`. */
async function startGateway(): Promise<{
  url: string;
  away: boolean;
  deaf: boolean;
  server: Server;
}> {
  const gateway = { url: '', away: false, deaf: false, server: createServer() };
  gateway.server.on('request', async (request, response) => {
    if (gateway.away) return response.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', url = '/' } = request;
    const headers = Object.entries(request.headers).filter(
      ([name]) => !['host', 'connection', 'content-length'].includes(name),
    );
    const passed = await fetch(`${server.url}${url}`, {
      method,
      headers: headers.map(([name, value]) => [name, String(value)] as [string, string]),
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const text = await passed.text();
    // It went away meanwhile: the answer is lost.
    if (gateway.away || gateway.deaf) return response.destroy();
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => gateway.server.listen(0, '127.0.0.1', resolve));
  const address = gateway.server.address();
  gateway.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return gateway;
}

it('in a shell script, its exit code is the answer', async () => {
  const script = join(folder, 'job.sh');
  const program = fileURLToPath(new URL('../../../dist-server/countersign.mjs', import.meta.url));
  writeFileSync(join(folder, 'proposal.json'), '{"amount": 30}');
  writeFileSync(
    join(folder, 'form.json'),
    '{"type":"object","properties":{"amount":{"type":"number"}},"required":["amount"]}',
  );
  writeFileSync(
    script,
    `countersign() { "${process.execPath}" "${program}" "$@"; }
countersign ask "Approve me?"; echo "approved $?"
countersign ask "Edit me?" --payload proposal.json --schema form.json; echo "edited $?"
countersign ask "Reject me?"; echo "rejected $?"
countersign ask "Forget me?" --timeout 5s; echo "forgotten $?"
countersign ask "Leave me?" --timeout 5s --default approve; echo "left $?"
COUNTERSIGN_TOKEN=cs_ask_nobody countersign ask "May I?"; echo "refused $?"
`,
  );
  const ran = new Promise<{ stdout: string; stderr: string }>((resolve) =>
    execFile(
      'sh',
      [script],
      { cwd: folder, env: { PATH: process.env['PATH'], ...settings() } },
      (_, stdout, stderr) => resolve({ stdout, stderr }),
    ),
  );
  await answer('Approve me?', { type: 'approve' });
  await answer('Edit me?', { type: 'edit', content: { value: { amount: 25 } } });
  await answer('Reject me?', { type: 'reject', content: { reason: 'Not on a Friday.' } });
  const { stdout, stderr } = await ran;
  expect(stdout.trim().split('\n')).toEqual([
    'approved 0',
    '{"amount":25}',
    'edited 0',
    'rejected 1',
    'forgotten 2',
    'left 0',
    'refused 3',
  ]);
  expect(stderr).toMatch(/reject \(.*\): Not on a Friday\./);
  expect(stderr).toMatch(/Nobody answered in time/);
  expect(stderr).toMatch(/refuses it: status 401/);
}, 120_000);

describe('a question', () => {
  it('is withdrawn by Ctrl-C', async () => {
    const asked = ask('Shall this wait?');
    const { id } = await opened('Shall this wait?');
    asked.child.kill('SIGINT');
    expect(await asked.ended).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/was withdrawn/),
    });
    const { body } = await server.request(`/api/prompts/${encodeURIComponent(id)}`);
    expect(JSON.stringify(body)).toContain('withdrawn');
  }, 60_000);

  it('is withdrawn by Ctrl-C too if the reply to it was lost', async () => {
    const gateway = await startGateway();
    gateway.deaf = true;
    const asked = ask('Did this arrive?', '--url', gateway.url);
    const { id } = await opened('Did this arrive?');
    await expect.poll(() => asked.output().stderr, { timeout: 20_000 }).toMatch(/tried again/);
    asked.child.kill('SIGINT');
    gateway.deaf = false;
    expect(await asked.ended).toMatchObject({ code: 130 });
    gateway.server.close();
    const { body } = await server.request(`/api/prompts/${encodeURIComponent(id)}`);
    expect(JSON.stringify(body)).toContain('withdrawn');
  }, 60_000);

  it('is asked once, and its answer arrives, over a network that goes away twice', async () => {
    const gateway = await startGateway();
    gateway.away = true;
    const asked = ask('Over a bad line?', '--url', gateway.url, '--json');
    await expect.poll(() => asked.output().stderr, { timeout: 20_000 }).toMatch(/tried again/);
    gateway.away = false;
    await opened('Over a bad line?');
    await expect.poll(() => asked.output().stderr, { timeout: 20_000 }).toMatch(/^Asked: /m);
    gateway.away = true;
    gateway.server.closeAllConnections();
    await answer('Over a bad line?', { type: 'approve' });
    gateway.away = false;
    const ended: Ended = await asked.ended;
    gateway.server.close();
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      status: 'answered',
      outcome: { type: 'approve' },
    });
  }, 90_000);

  it('that cannot be asked is a fault, in a sentence', async () => {
    const nowhere = startCommand(['ask', 'Hm?', '--timeout', '10q'], settings());
    const bare = startCommand(['ask', 'Hm?'], {});
    const unfit = ask('Hm?', '--default', 'edit');
    const said = await Promise.all([nowhere.ended, bare.ended, unfit.ended]);
    expect(said.map(({ code }) => code)).toEqual([3, 3, 3]);
    expect(said[0]?.stderr).toMatch(/--timeout 10q: write it as/);
    expect(said[1]?.stderr).toMatch(/^No token\./);
    expect(said[2]?.stderr).toMatch(/refuses it: status 4\d\d\..*default/s);
  }, 60_000);
});
