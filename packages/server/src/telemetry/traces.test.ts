import { createServer } from 'node:http';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { listenLocally } from '@countersign/testkit/local-server';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../runtime/clock.ts';
import { noFigures } from './figures.ts';
import { parseTraceparent } from './trace-context.ts';
import { createTraceExport, type TraceExport } from './trace-export.ts';
import { createTracer } from './tracer.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
}

let harness: Harness | null = null;
let agent: ScriptedAgent | null = null;
let collector: Awaited<ReturnType<typeof startCollector>> | null = null;
let exported: TraceExport | null = null;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
  await exported?.close();
  await collector?.close();
  harness = null;
  agent = null;
  exported = null;
  collector = null;
});

/** What an OTLP collector receives over HTTP. */
async function startCollector() {
  const spans: SentSpan[] = [];
  const headers: unknown[] = [];
  let services: unknown;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    headers.push(request.headers['x-key']);
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
      services = resource.attributes;
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const { origin: url, close } = await listenLocally(server);
  return {
    ...{ spans, headers, url, services: () => services },
    close,
  };
}

it('follows a request through the store to the agent, and continues the trace of its client', async () => {
  collector = await startCollector();
  const { spans } = collector;
  const sent = createTraceExport({
    url: `${collector.url}/v1/traces`,
    headers: { 'x-key': 'of-the-collector' },
    service: 'countersign-of-tests',
    clock: systemClock,
    clean: (text) => text,
    report: (what, error) => {
      throw new Error(what, { cause: error });
    },
    onDropped: () => {},
  });
  exported = sent;
  const tracer = createTracer({
    now: () => performance.timeOrigin + performance.now(),
    finished: sent.add,
  });
  agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' } });
  harness = await startHarness({
    agents: [describeAgent(agent)],
    telemetry: { figures: noFigures, tracer, notify() {} },
  });
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const given = { agentId: 'demo', message: 'go' };
  const { body } = await harness.request('POST', '/api/tasks', given, { traceparent });
  const run = await agent.run(0);
  const toRun = parseTraceparent(run.headers['traceparent']);
  expect(toRun?.traceId).toBe(traceId);
  run.send({ type: 'RUN_STARTED', threadId: body.taskId, runId: body.runId });
  const messageId = 'call_Yk3fQ0b7s9XvT2mLpR4eWz1aB';
  run.send(upMessage(body.taskId, { messageId, state: 'needsHumanDecision' }));
  const prompt = await harness.untilPrompt(body.taskId, 'open');
  const decision = '0af7651916cd43dd8448eb211c80319c';
  await harness.request(
    'POST',
    `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
    {
      feedback: { type: 'approve' },
      digest: prompt.digest,
      idempotencyKey: 'answer-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    },
    { traceparent: `00-${decision}-b7ad6b7169203331-01` },
  );
  const feedback = await agent.feedback(0);
  const toFeedback = parseTraceparent(feedback.headers['traceparent']);
  expect(toFeedback?.traceId).toBe(decision);
  const named = (name: string, trace: string) =>
    spans.find((span) => span.name === name && span.traceId === trace);
  await expect.poll(() => named('deliver', decision), { timeout: 10_000 }).toBeDefined();
  const request = named('POST /api/prompts/:id/decisions', decision);
  const commit = named('store decide', decision);
  const delivery = named('deliver', decision);
  expect(request).toMatchObject({ kind: 2, parentSpanId: 'b7ad6b7169203331', status: {} });
  expect(request?.attributes).toContainEqual({ key: 'status', value: { intValue: '201' } });
  expect(commit).toMatchObject({ kind: 1, parentSpanId: request?.spanId });
  expect(delivery).toMatchObject({
    kind: 3,
    parentSpanId: commit?.spanId,
    spanId: toFeedback?.spanId,
  });
  expect(BigInt(delivery?.endTimeUnixNano ?? 0)).toBeGreaterThan(
    BigInt(delivery?.startTimeUnixNano ?? 0),
  );
  // The events of the run are not spans, however many there are.
  expect(spans.some(({ name }) => name === 'store ingest')).toBe(false);
  expect(collector.headers).toContain('of-the-collector');
  expect(collector.services()).toEqual([
    { key: 'service.name', value: { stringValue: 'countersign-of-tests' } },
  ]);
});

it('without traces, agents get no trace header', async () => {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent)] });
  await harness.start();
  expect((await agent.run(0)).headers['traceparent']).toBeUndefined();
});

it('drops what a collector that is away does not take, and says so once', async () => {
  const faults: string[] = [];
  let dropped = 0;
  const sent = createTraceExport({
    ...{ url: 'http://127.0.0.1:1/v1/traces', headers: {}, service: 'x', clock: systemClock },
    clean: (text) => text,
    report: (what) => faults.push(what),
    onDropped: (count) => {
      dropped += count;
    },
  });
  const tracer = createTracer({ now: () => 0, finished: sent.add });
  for (let round = 0; round < 2; round += 1) {
    tracer.start('x', { kind: 'internal', parent: null }).end();
    await sent.close();
  }
  expect(dropped).toBe(2);
  expect(faults).toEqual(['Traces could not be sent.']);
});
