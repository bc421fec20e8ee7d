import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgent } from '@countersign/agent/agent';
import { serve } from '@countersign/agent/node-server';
import { createLogger } from '@countersign/server/telemetry/logger';
import { createRedactor } from '@countersign/server/telemetry/redactor';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { runServer } from './run-server.ts';

it('removes every secret of its configuration from what it logs', async () => {
  const secrets = {
    metrics: 'metrics-0f6f5e2a-9d5a-4c7b-8a54',
    sampling: 'sk-proj-Yk3fQ0b7s9XvT2mLpR4eWz1aB',
    traces: 'hny-7c9e6679-7425-40de-944b',
  };
  const directory = mkdtempSync(join(tmpdir(), 'countersign-secrets-'));
  const config = readConfig({
    PORT: '0',
    COUNTERSIGN_DATA: directory,
    COUNTERSIGN_READINESS_DELAY_MS: '0',
    COUNTERSIGN_METRICS_TOKEN: secrets.metrics,
    COUNTERSIGN_SAMPLING_URL: 'http://127.0.0.1:9/v1',
    COUNTERSIGN_SAMPLING_MODEL: 'llama-3.3',
    COUNTERSIGN_SAMPLING_KEY: secrets.sampling,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_HEADERS: `x-team=${secrets.traces}`,
  });
  const redactor = createRedactor();
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  const logger = createLogger({ logLevel: 'info', logFormat: 'json' }, redactor, { write });
  const server = await runServer(config, { logger, redactor });
  for (const secret of Object.values(secrets)) logger.warn(`A peer has said: ${secret}.`);
  await server.close();
  rmSync(directory, { recursive: true, force: true });
  expect(output.match(/A peer has said: \[secret\]\./g)).toHaveLength(3);
});

it('stops while somebody follows a list, without waiting for a change of it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-stop-'));
  const token = 'administrator-token-of-this-test';
  const config = readConfig({
    PORT: '0',
    COUNTERSIGN_DATA: directory,
    COUNTERSIGN_TOKEN: token,
    COUNTERSIGN_READINESS_DELAY_MS: '0',
    COUNTERSIGN_DRAIN_MS: '600000',
  });
  const redactor = createRedactor();
  const logger = createLogger({ logLevel: 'error', logFormat: 'json' }, redactor, { write() {} });
  const server = await runServer(config, { logger, redactor });
  const registry = `${server.url}/api/uap`;
  const held = fetch(`${registry}/services?wait=300&index=1415952421`, {
    headers: { authorization: `Bearer ${token}` },
  });
  // Behind it, so that it has arrived.
  await fetch(`${registry}/health`);
  await server.close();
  rmSync(directory, { recursive: true, force: true });
  expect(await (await held).text()).toBe('[]');
});

it('stops while a reader follows a task that continues', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-follow-'));
  const token = 'administrator-token-of-this-test';
  const config = readConfig({
    PORT: '0',
    COUNTERSIGN_DATA: directory,
    COUNTERSIGN_TOKEN: token,
    COUNTERSIGN_READINESS_DELAY_MS: '0',
    COUNTERSIGN_DRAIN_MS: '600000',
  });
  const redactor = createRedactor();
  const logger = createLogger({ logLevel: 'error', logFormat: 'json' }, redactor, { write() {} });
  const agent = createAgent({
    ...{ id: 'digger', name: 'Digger', description: 'Digs until it is stopped.' },
    async run(context) {
      await context.say('I am digging.');
      await new Promise(() => {});
    },
  });
  const served = await serve(agent.fetch, { port: 0 });
  const server = await runServer(config, { logger, redactor });
  const send = (method: string, path: string, body: object) =>
    fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await send('POST', '/uap/services', {
    ...{ name: 'digger', protocol: 'http', host: '127.0.0.1', port: served.port },
    agent_protocol: 'hai',
    agent_info: { agent_descriptor: agent.descriptor(served.url) },
  });
  const route = { name: 'to-digger', service: 'digger', protocols: ['http'] };
  await send('POST', '/uap/routes', route);
  await send('PUT', '/gateway/policies/to-digger', {
    ...{ callers: [], approval: false, callsPerMinute: 60 },
    ...{ hosts: [`127.0.0.1:${served.port}`], callerMayAnswer: false },
  });
  const parts = [{ kind: 'text', text: 'a hole' }];
  const message = { kind: 'message', messageId: 'm-1', role: 'user', parts };
  const stream = await send('POST', '/gateway/a2a/digger', {
    ...{ jsonrpc: '2.0', id: 1, method: 'message/stream', params: { message } },
  });
  const reader = stream.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toContain('"kind":"task"');
  await server.close();
  // The stream has ended, not broken.
  while ((await reader?.read())?.done === false);
  await agent.close();
  await served.close();
  rmSync(directory, { recursive: true, force: true });
});
