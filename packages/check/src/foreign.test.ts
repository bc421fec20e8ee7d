import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createAgent } from '@countersign/agent/agent';
import { serve } from '@countersign/agent/node-server';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { afterEach, describe, expect, it } from 'vitest';
import { checkAgent } from './check-agent.ts';
import type { Report } from './finding.ts';
import { textReport } from './text-report.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Body = { threadId?: unknown; runId?: unknown; resume?: unknown; messages?: unknown[] };

/** A server of another author; its requests as received. */
async function startServer(
  answer: (body: Body, response: ServerResponse, request: IncomingMessage) => void,
) {
  const bodies: Body[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      let body: Body = {};
      try {
        body = JSON.parse(text || '{}');
      } catch {
        response.writeHead(400).end();
        return;
      }
      bodies.push(body);
      answer(body, response, request);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return { url: `http://127.0.0.1:${address.port}/`, bodies };
}

const send = (response: ServerResponse, ...events: object[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
};
const described = (url: string, more: object = {}) =>
  agentDescriptorSchema.parse({ id: 'checked', name: 'Checked', url, ...more });
const verdictsOf = ({ findings }: Report) =>
  Object.fromEntries(findings.map(({ id, verdict }) => [id, verdict]));

describe('an AG-UI agent', () => {
  const interrupt = {
    id: 'int-1',
    reason: 'confirmation',
    message: 'Pay?',
    responseSchema: {
      type: 'object',
      properties: { approved: { type: 'boolean' } },
      required: ['approved'],
    },
  };
  const startPayer = (atEnd: object[]) =>
    startServer(({ threadId, runId, resume }, response) => {
      if (typeof threadId !== 'string' || typeof runId !== 'string') {
        response.writeHead(422).end();
        return;
      }
      const begin = { type: 'RUN_STARTED', threadId, runId };
      const outcome = { type: 'interrupt', interrupts: [interrupt] };
      if (resume === undefined) {
        send(response, begin, { type: 'RUN_FINISHED', threadId, runId, outcome });
      } else send(response, begin, ...atEnd.map((event) => ({ ...event, threadId, runId })));
      response.end();
    });

  it('is answered by a new run, and not held to what only HAI says', async () => {
    const { url, bodies } = await startPayer([{ type: 'RUN_FINISHED' }]);
    const report = await checkAgent({ agent: described(url), message: 'Pay', patienceMs: 2_000 });
    expect(report.speaks).toBe('ag-ui');
    expect(verdictsOf(report)).toMatchObject({
      'run.same-run': 'skip',
      'message.messages': 'skip',
      'answer.continued': 'pass',
      'rejoin.rejoin': 'skip',
      'control.pause': 'skip',
      'refusal.foreign-origin': 'warn',
    });
    expect(report.findings.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    const resumed = bodies.find(({ resume }) => resume !== undefined);
    expect(resumed?.resume).toEqual([
      { interruptId: 'int-1', status: 'resolved', payload: { approved: true } },
    ]);
    expect(textReport(report)).toContain('AG-UI has no such rule');
  });

  it('that fails with the answer is reported as such', async () => {
    const { url } = await startPayer([{ type: 'RUN_ERROR', message: 'No such interrupt' }]);
    const report = await checkAgent({ agent: described(url), message: 'Pay', patienceMs: 2_000 });
    const found = report.findings.find(({ id }) => id === 'answer.continued');
    expect(found).toMatchObject({ verdict: 'fail' });
    expect(found?.detail).toContain('No such interrupt');
    expect(found?.advice).toBe(
      'Read the answer in the new request, and continue where the run ended.',
    );
  });
});

it('an agent in HAI without an endpoint for answers is answered by a new run', async () => {
  const received: unknown[] = [];
  const agent = createAgent({
    id: 'checked',
    name: 'Checked',
    async run(context) {
      const { outcome } = await context.ask({ ask: 'Pay?' });
      received.push(outcome.type);
    },
  });
  const served = await serve(agent.fetch, { port: 0 });
  closing.push(async () => {
    await agent.close();
    await served.close();
  });
  const { feedback: _, ...rest } = agent.descriptor(served.url);
  const report = await checkAgent({ agent: rest, message: 'Pay', patienceMs: 2_500 });
  expect(verdictsOf(report)).toMatchObject({ 'answer.delivered': 'skip' });
  expect(verdictsOf(report)).toHaveProperty(['answer.continued']);
}, 60_000);

describe('another protocol is recognised, and checked by its own rules', () => {
  const refuse = (response: ServerResponse) => response.writeHead(404).end('Cannot POST /');
  it('A2A, by its card', async () => {
    const { url } = await startServer((_, response, request) => {
      if (request.url !== '/.well-known/agent-card.json') return refuse(response);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ name: 'Clerk', skills: [] }));
    });
    const report = await checkAgent({ agent: described(url), message: 'Hi', patienceMs: 15_000 });
    expect(report).toMatchObject({ speaks: 'a2a', runs: 0 });
    expect(report.findings.map(({ id, verdict, detail }) => [id, verdict, detail])).toEqual([
      ['a2a.card', 'fail', 'Its agent card names no address to call.'],
    ]);
  });

  it('MCP, by its greeting', async () => {
    const { url } = await startServer((body, response) => {
      if (!('jsonrpc' in body)) return refuse(response);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}}');
    });
    const report = await checkAgent({ agent: described(url), message: 'Hi', patienceMs: 15_000 });
    expect(report).toMatchObject({ speaks: 'mcp', runs: 0 });
  });

  it('one that has no address of its own is named, without a request', async () => {
    const { url, bodies } = await startServer((_, response) => refuse(response));
    const agent = described(url, { protocol: 'mcp-client' });
    const report = await checkAgent({ agent, message: 'Hi', patienceMs: 15_000 });
    expect(verdictsOf(report)).toEqual({ 'check.protocol': 'skip' });
    expect(bodies).toEqual([]);
  });
});

describe('a check has limits', () => {
  const startFlood = () =>
    startServer(({ threadId, runId }, response) => {
      send(response, { type: 'RUN_STARTED', threadId, runId });
      const more = setInterval(() => {
        response.write(`data: {"type":"CUSTOM","name":"tick","value":"${'x'.repeat(500)}"}\n\n`);
      }, 1);
      response.on('close', () => clearInterval(more));
    });

  it('of bytes: an endless stream is left, and not called unended', async () => {
    const { url } = await startFlood();
    const agent = described(url);
    const options = { agent, message: 'Go', patienceMs: 5_000, maxBytes: 20_000 };
    const report = await checkAgent(options);
    const end = report.findings.find(({ id }) => id === 'stream.ends');
    expect(end).toMatchObject({ verdict: 'skip' });
    expect(end?.detail).toContain('20000 bytes');
  });

  it('of time: what was found so far is reported', async () => {
    const { url } = await startFlood();
    const options = { agent: described(url), message: 'Go', patienceMs: 5_000, limitMs: 600 };
    const report = await checkAgent(options);
    expect(report.findings.at(-1)).toMatchObject({ id: 'check.reached', verdict: 'fail' });
    expect(report.findings.at(-1)?.detail).toContain('ended after');
    expect(verdictsOf(report)).toMatchObject({ 'stream.status': 'pass' });
  });

  it('and is ended from outside; each finding is reported as it is made', async () => {
    const { url } = await startFlood();
    const abort = new AbortController();
    const reported: string[] = [];
    const report = await checkAgent({
      ...{ agent: described(url), message: 'Go', patienceMs: 5_000, signal: abort.signal },
      onFinding({ id }) {
        reported.push(id);
        if (id === 'stream.content-type') abort.abort();
      },
    });
    expect(report.findings.at(-1)).toMatchObject({ id: 'check.reached', verdict: 'skip' });
    expect(reported).toEqual(report.findings.map(({ id }) => id));
  });
});
