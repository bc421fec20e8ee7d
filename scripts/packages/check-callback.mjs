// The callback of a question at a receiver of others: the package of Standard Webhooks verifies what arrives, through faults, with the
// secret that was shown, and after a new one with either.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildServers } from '../build-servers.mjs';
import { callsOf, startServer } from './servers.mjs';

const receiver = 'standardwebhooks@1.1.1';
const step = (text) => process.stdout.write(`${text}\n`);

async function load(folder) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await promisify(execFile)(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', receiver],
    { cwd: folder },
  );
  return createRequire(join(folder, 'package.json'))('standardwebhooks').Webhook;
}

/** Refuses the first calls, and emits `call` with the headers and the body of each other. */
async function listen(failures) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const failure = failures.shift();
    response.writeHead(failure ?? 204).end();
    if (failure === undefined) server.emit('call', request.headers, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function check(folder) {
  const Webhook = await load(folder);
  buildServers();
  const hooks = await listen([500, 503]);
  const host = `127.0.0.1:${hooks.address().port}`;
  const server = await startServer('.', join(folder, 'data'), { COUNTERSIGN_WEBHOOK_ALLOW: host });
  const { url, call } = server;
  try {
    const program = await call('POST', '/api/programs', { name: 'Shop', via: 'http' });
    const ask = callsOf(url, program.token);
    /** What the package makes of the callback of a question that is approved. */
    const verify = async (secret) => {
      const called = once(hooks, 'call');
      const callback = { url: `http://${host}/hooks` };
      const { id } = await ask('POST', '/api/questions', { ask: 'Ship?', payload: 1, callback });
      const { items } = await call('GET', '/api/prompts?state=open');
      await call('POST', `/api/prompts/${encodeURIComponent(items[0].id)}/decisions`, {
        ...{ feedback: { type: 'approve' }, digest: items[0].digest },
        idempotencyKey: crypto.randomUUID(),
      });
      const [headers, body] = await called;
      const { type, data } = new Webhook(secret).verify(body, headers);
      if (type !== 'question.answered' || data.id !== id) throw new Error(body);
    };
    await verify(program.callbackSecret);
    step('✓ the callback: verified by Standard Webhooks, after two refusals');
    const path = `/api/programs/${program.id}/callback-secret`;
    const { callbackSecret } = await call('POST', path);
    await verify(program.callbackSecret);
    await verify(callbackSecret);
    step('✓ the callback: verified with a new secret, and with the one before it');
    const refused = await verify(`whsec_${btoa('not the secret of this program')}`).catch(
      (error) => error,
    );
    if (!/signature/i.test(String(refused))) throw new Error(`It took another secret: ${refused}`);
  } finally {
    await server.stop();
    hooks.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-callback-'));
try {
  await check(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
