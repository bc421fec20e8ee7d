import { createServer as createTcpServer } from 'node:net';
import {
  describeAgent,
  type Harness,
  type HarnessOptions,
  startHarness,
} from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import {
  type Script,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { afterEach, describe, expect, it } from 'vitest';

let harness: Harness;
let agent: ScriptedAgent;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
});

async function setUp(script: Script = {}, options: HarnessOptions = {}) {
  agent = await startScriptedAgent(script);
  harness = await startHarness({ agents: [describeAgent(agent)], ...options });
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  return { taskId, runId, run };
}
const resumable = { headers: { 'hai-resume': 'last-event-id' } };
const text = (messageId: string, delta: string) => ({
  type: 'BUSINESS_DATA_CONTENT',
  messageId,
  delta,
});
const deltas = (taskId: string) =>
  harness
    .events(taskId)
    .filter((envelope) => envelope.agentId === 'demo')
    .flatMap(({ event }) => (event.type === 'BUSINESS_DATA_CONTENT' ? [event.delta] : []));
const anomalies = (taskId: string) =>
  harness
    .events(taskId)
    .flatMap(({ event }) =>
      event.type === 'CUSTOM' && event.name === 'countersign.anomaly'
        ? [event.value as { kind: string; detail: string; raw?: string }]
        : [],
    );
const runError = (taskId: string) =>
  harness.untilEvent(taskId, (event) => event.type === 'RUN_ERROR').then(({ event }) => event);

describe('a run', () => {
  it('journals the messages of the operator and the events of the agent, in order, without gaps', async () => {
    const { taskId, runId, run } = await setUp();
    expect(run.input).toMatchObject({
      threadId: taskId,
      runId,
      messages: [{ role: 'user', content: 'go' }],
    });
    expect(run.headers['x-secret']).toBe('do-not-tell');
    run.send({ type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' });
    for (let index = 0; index < 200; index += 1) run.send(text('m', `${index},`));
    run.send({ type: 'BUSINESS_DATA_END', messageId: 'm' });
    run.send({ type: 'RUN_FINISHED', threadId: taskId, runId });
    run.end();
    const task = await harness.untilStatus(taskId, 'finished');
    expect(deltas(taskId)).toEqual(Array.from({ length: 200 }, (_, index) => `${index},`));
    const sequences = harness.events(taskId).map((envelope) => envelope.sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    expect(task.counts.events).toBe(sequences.length);
    expect(harness.events(taskId)[0]?.agentId).toBe('operator:admin');
    expect(anomalies(taskId)).toEqual([]);
  });

  it('is not ended by the end of a run it relays, nor are the questions of that run', async () => {
    const { taskId, runId, run } = await setUp();
    const metadata = { agentId: 'helper', runId: 'inner' };
    run.send({ type: 'RUN_STARTED', runId: 'inner', metadata });
    run.send({ ...upMessage(taskId, { messageId: 'p', state: 'needsHumanDecision' }), metadata });
    const prompt = await harness.untilPrompt(taskId, 'open');
    expect(prompt).toMatchObject({ agentId: 'demo', agentName: 'Demo', relayedFor: 'helper' });
    run.send({ type: 'RUN_FINISHED', runId: 'inner', metadata });
    run.send({ type: 'RUN_FINISHED', threadId: taskId, runId });
    const task = await harness.untilStatus(taskId, 'finished');
    expect((await harness.untilPrompt(taskId, 'open')).id).toBe(prompt.id);
    expect(task.agents).toEqual(['demo', 'relayed:demo:helper']);
  });
});

describe('errors of an agent', () => {
  it('becomes an anomaly with the raw text, and the stream continues', async () => {
    const { taskId, run } = await setUp();
    run.raw('data: {"type":"CUSTOM", nonsense\n\n');
    run.raw('data: {"type":"BUSINESS_DATA_CONTENT"}\n\n');
    run.raw(`data: ${'['.repeat(50_000)}\n\n`);
    run.send({ type: 'BUSINESS_DATA_START', messageId: 'm' });
    run.send(text('m', 'still here'));
    await harness.until(() => deltas(taskId).includes('still here'));
    const rejected = anomalies(taskId).filter((anomaly) => anomaly.kind === 'frame-rejected');
    expect(rejected.length).toBeGreaterThanOrEqual(2);
    expect(rejected[0]?.raw).toContain('nonsense');
    expect(rejected.every((anomaly) => (anomaly.raw?.length ?? 0) <= 4_000)).toBe(true);
  });

  it('drops an event of 10 MB and reports it', async () => {
    const { taskId, run } = await setUp();
    run.raw(`data: {"type":"CUSTOM","name":"big","value":"${'x'.repeat(10_000_000)}"}\n\n`);
    run.send({ type: 'BUSINESS_DATA_START', messageId: 'm' });
    run.send(text('m', 'after'));
    await harness.until(() => deltas(taskId).includes('after'));
    expect(anomalies(taskId).map((anomaly) => anomaly.kind)).toContain('event-too-large');
  });

  it('detects duplicate and skipped events by their ids', async () => {
    const { taskId, run } = await setUp();
    run.send({ type: 'BUSINESS_DATA_START', messageId: 'm' });
    run.raw(`id: 2\ndata: ${JSON.stringify(text('m', 'twice'))}\n\n`);
    run.raw(`id: 7\ndata: ${JSON.stringify(text('m', 'late'))}\n\n`);
    await harness.until(() => deltas(taskId).includes('late'));
    expect(deltas(taskId)).toEqual(['late']);
    expect(anomalies(taskId).map((anomaly) => anomaly.detail)).toEqual([
      'Event 2 was received twice; the second one was dropped.',
      'Events 3 to 6 were never received.',
    ]);
  });

  it('quarantines an invalid UpFormat message: people see only that it was received', async () => {
    const { taskId, run } = await setUp();
    run.send({ type: 'CUSTOM', name: 'upformat.message', value: { state: 'needsHumanDecision' } });
    await harness.until(() =>
      anomalies(taskId).some((anomaly) => anomaly.kind === 'message-quarantined'),
    );
    const { items } = (await harness.request('GET', '/api/prompts')).body;
    expect(items).toMatchObject([{ ask: 'A question could not be read', blocking: true }]);
  });
});

describe('an agent that cannot be started', () => {
  const cases: [string, Script, RegExp][] = [
    [
      'answers 500',
      { reply: (response) => !!response.writeHead(500).end('boom') },
      /HTTP 500 \(boom\)/,
    ],
    [
      'sends no stream',
      {
        reply: (response) => !!response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      },
      /text\/html instead of an event stream/,
    ],
    ['breaks off', { reply: (response) => !!response.destroy() }, /broke/],
  ];
  it.each(cases)('because it %s ends the run with the reason', async (_name, script, words) => {
    agent = await startScriptedAgent(script);
    harness = await startHarness({ agents: [describeAgent(agent)] });
    const { taskId } = await harness.start();
    expect(await runError(taskId)).toMatchObject({ message: expect.stringMatching(words) });
    expect((await harness.untilStatus(taskId, 'failed')).endedAt).not.toBeNull();
    const { body } = await harness.request('GET', '/api/agents/demo');
    expect(body.lastContact).toMatchObject({ ok: false, detail: expect.stringMatching(words) });
  });

  it('because nothing listens reports that', async () => {
    const closed = createTcpServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => closed.close(resolve));
    agent = await startScriptedAgent();
    harness = await startHarness({
      agents: [describeAgent(agent, { url: `http://127.0.0.1:${port}/` })],
    });
    const { taskId } = await harness.start();
    const why = { code: 'call.refused-connection' };
    const statement = { code: 'run.not-started', params: { agent: 'Demo', why } };
    expect(await runError(taskId)).toMatchObject({
      code: 'agent-econnrefused',
      message: 'Demo could not be started. Nothing listens there (connection refused).',
      metadata: { source: 'countersign', statement },
    });
    const { body } = await harness.request('GET', '/api/agents/demo');
    expect(body.lastContact).toMatchObject({ ok: false, statement });
  });

  it('because it hangs is abandoned after the limit', async () => {
    const clock = createManualClock();
    let posted = () => {};
    const hung = new Promise<void>((resolve) => {
      posted = resolve;
    });
    agent = await startScriptedAgent({
      reply() {
        posted();
        return true;
      },
    });
    harness = await startHarness({ agents: [describeAgent(agent)], clock });
    const { taskId } = await harness.start();
    await hung;
    clock.advance(5_000);
    expect(await runError(taskId)).toMatchObject({ code: 'agent-timeout' });
  });
});

describe('a lost agent', () => {
  it('that can be joined again is joined after its last event: nothing lost, nothing duplicated', async () => {
    const { taskId, runId, run } = await setUp(resumable);
    run.send({ type: 'BUSINESS_DATA_START', messageId: 'm' });
    run.send(text('m', 'one'));
    await harness.until(() => deltas(taskId).includes('one'));
    run.cut();
    const again = await agent.run(1);
    expect(again.headers['last-event-id']).toBe('3');
    expect(again.input).toEqual(run.input);
    // A replay that goes back too far must not duplicate anything.
    again.raw(`id: 3\ndata: ${JSON.stringify(text('m', 'one'))}\n\n`);
    again.send(text('m', 'two'));
    again.send({ type: 'BUSINESS_DATA_END', messageId: 'm' });
    again.send({ type: 'RUN_FINISHED', threadId: taskId, runId });
    await harness.untilStatus(taskId, 'finished');
    expect(deltas(taskId)).toEqual(['one', 'two']);
    expect(harness.facts(taskId, 'countersign.agent').map((fact) => fact.change)).toEqual([
      'connected',
      'lost',
      'reconnecting',
      'connected',
    ]);
    expect(anomalies(taskId)).toEqual([]);
  });

  it('that cannot be joined again ends the run, and its questions stay for a new one', async () => {
    const { taskId, run } = await setUp();
    run.send(upMessage(taskId, { messageId: 'p', state: 'needsHumanDecision' }));
    await harness.untilPrompt(taskId, 'open');
    run.cut();
    expect(await runError(taskId)).toMatchObject({ code: 'agent-lost' });
    await harness.untilStatus(taskId, 'lost');
    expect((await harness.untilPrompt(taskId, 'open')).way).toEqual({ by: 'run', run: 'lost' });
  });

  it('that has forgotten the run ends it', async () => {
    const { taskId, run } = await setUp({
      ...resumable,
      reply: (response, index) => index > 0 && !!response.writeHead(404).end(),
    });
    await harness.until(() =>
      harness.services.journal.read.get(`SELECT 1 FROM runs WHERE last_event = '1'`),
    );
    run.cut();
    expect(await runError(taskId)).toMatchObject({
      code: 'agent-lost',
      message: expect.stringMatching(/404/),
    });
  });

  it('is joined again by a server that was restarted', async () => {
    const { taskId, runId, run } = await setUp(resumable);
    run.send({ type: 'BUSINESS_DATA_START', messageId: 'm' });
    run.send(text('m', 'before'));
    await harness.until(() => deltas(taskId).includes('before'));
    await harness.close('keep-directory');
    harness = await startHarness({ directory: harness.directory, agents: [describeAgent(agent)] });
    const again = await agent.run(1);
    expect(again.headers['last-event-id']).toBe('3');
    again.send(text('m', 'after'));
    again.send({ type: 'BUSINESS_DATA_END', messageId: 'm' });
    again.send({ type: 'RUN_FINISHED', threadId: taskId, runId });
    await harness.untilStatus(taskId, 'finished');
    expect(deltas(taskId)).toEqual(['before', 'after']);
    expect(anomalies(taskId)).toEqual([]);
  });

  it('that falls silent is abandoned, but not while a person is asked', async () => {
    const clock = createManualClock();
    const { taskId, run } = await setUp({}, { clock, idleMs: 10_000 });
    run.send(upMessage(taskId, { messageId: 'p', state: 'needsHumanDecision' }));
    await harness.untilPrompt(taskId, 'open');
    clock.advance(60_000);
    run.send(upMessage(taskId, { messageId: 'p', state: 'cancelled' }));
    await harness.untilPrompt(taskId, 'withdrawn');
    clock.advance(20_000);
    expect(await runError(taskId)).toMatchObject({
      code: 'agent-lost',
      message: expect.stringMatching(/sent nothing/),
    });
  });

  it('that falls silent because a person paused it is not abandoned', async () => {
    const clock = createManualClock();
    const { taskId, run } = await setUp({}, { clock, idleMs: 10_000 });
    const say = (action: string, status: string) =>
      run.send({ type: 'CUSTOM', name: 'hai.control', value: { action, status } });
    say('pause', 'paused');
    await harness.untilStatus(taskId, 'paused');
    clock.advance(60_000);
    say('resume', 'running');
    await harness.untilStatus(taskId, 'running');
  });
});
