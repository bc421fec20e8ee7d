import { readFileSync } from 'node:fs';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { afterEach, expect, it } from 'vitest';
import { createFigures } from './figures.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { gaugeProcess } from './process-gauges.ts';
import { gaugeServer } from './server-gauges.ts';

let harness: Harness | null = null;
let agent: ScriptedAgent | null = null;
let stop = () => {};
afterEach(async () => {
  stop();
  await harness?.close();
  await agent?.close();
  harness = null;
  agent = null;
});

const token = 'token-of-prometheus-0f6f5e2a9b11';
const fail = (what: string, error: unknown) => {
  throw new Error(what, { cause: error });
};

it('is the text format, with labels escaped and the number of series limited', async () => {
  const metrics = createMetrics(fail);
  const counter = metrics.counter({ name: 'seen_total', help: 'Seen.', labels: ['agent'] });
  counter.add(2, 'a "quoted"\nname\\');
  const histogram = metrics.histogram({ name: 'took_seconds', help: 'Took.', buckets: [0.1, 1] });
  for (const value of [0.05, 0.5, 5]) histogram.observe(value);
  metrics.gauge({ name: 'now', help: 'Now.', labels: ['of'], read: async () => [[7, 'x']] });
  expect((await metrics.text()).split('\n')).toEqual([
    '# HELP seen_total Seen.',
    '# TYPE seen_total counter',
    'seen_total{agent="a \\"quoted\\"\\nname\\\\"} 2',
    '# HELP took_seconds Took.',
    '# TYPE took_seconds histogram',
    'took_seconds_bucket{le="0.1"} 1',
    'took_seconds_bucket{le="1"} 2',
    'took_seconds_bucket{le="+Inf"} 3',
    'took_seconds_sum 5.55',
    'took_seconds_count 3',
    '# HELP now Now.',
    '# TYPE now gauge',
    'now{of="x"} 7',
    '',
  ]);
  for (let index = 0; index < 5_000; index += 1) counter.add(1, `agent-${index}`);
  const series = (await metrics.text())
    .split('\n')
    .filter((line) => line.startsWith('seen_total{'));
  expect(series).toHaveLength(201);
  expect(series.at(-1)).toBe('seen_total{agent="other"} 4801');
});

it('a gauge that cannot be read does not hide the others', async () => {
  const faults: string[] = [];
  const metrics = createMetrics((what) => faults.push(what));
  metrics.gauge({ name: 'broken', help: 'Broken.', read: () => Promise.reject(new Error('no')) });
  metrics.gauge({ name: 'whole', help: 'Whole.', read: () => [[1]] });
  expect(await metrics.text()).toBe('# HELP whole Whole.\n# TYPE whole gauge\nwhole 1\n');
  expect(faults).toEqual(['A figure could not be read.']);
});

async function start(metrics: Metrics) {
  stop = gaugeProcess(metrics);
  agent = await startScriptedAgent({
    headers: { 'hai-resume': 'last-event-id' },
    feedbackStatus: () => 422,
  });
  harness = await startHarness({
    agents: [describeAgent(agent, { id: 'agent-of-figures' })],
    telemetry: { figures: createFigures(metrics), tracer: null, notify() {} },
    metrics: { token, text: metrics.text },
  });
  gaugeServer(metrics, harness.services);
  return { harness, agent };
}

it('counts what agents send, what waits and what fails, and what the store takes', async () => {
  const { harness, agent } = await start(createMetrics(fail));
  const { taskId, runId } = await harness.start('agent-of-figures');
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  run.raw('data: this is no event\n\n');
  const messageId = 'call_Yk3fQ0b7s9XvT2mLpR4eWz1aB';
  run.send(upMessage(taskId, { messageId, state: 'needsHumanDecision' }));
  const prompt = await harness.untilPrompt(taskId, 'open');
  const scrape = async () =>
    String(
      (await harness.request('GET', '/metrics', undefined, { authorization: `Bearer ${token}` }))
        .body,
    );
  const before = await scrape();
  expect(before).toMatch(/^countersign_open_prompts\{severity="\w+",age_from="0"\} 1$/m);
  expect(before).toMatch(/^countersign_queue_depth\{queue="deliveries-pending"\} 0$/m);
  await harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt.digest,
    idempotencyKey: 'answer-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  });
  await harness.until(() =>
    harness.facts(taskId, 'countersign.decision').some(({ change }) => change === 'refused'),
  );
  await expect
    .poll(scrape)
    .toMatch(/^countersign_deliveries_total\{outcome="refused",reason="http-422"\} 1$/m);
  const text = await scrape();
  expect(text).toMatch(/^countersign_agent_events_total\{agent="agent-of-figures"\} 2$/m);
  expect(text).toMatch(/^countersign_agent_lag_seconds_count\{agent="agent-of-figures"\} \d+$/m);
  expect(text).toMatch(/^countersign_anomalies_total\{code="frame-rejected"\} 1$/m);
  expect(text).toMatch(
    /^countersign_store_commit_seconds_count\{operation="decide",result="committed"\} 1$/m,
  );
  expect(text).toMatch(/^countersign_store_group_operations_count \d+$/m);
  expect(text).toMatch(/^countersign_readers 0$/m);
  expect(text).toMatch(/^countersign_event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
  expect(text).toMatch(
    /^countersign_request_seconds_count\{route="\/api\/prompts\/:id\/decisions",status="201"\} 1$/m,
  );
  for (const id of [taskId, runId, messageId, prompt.id]) expect(text).not.toContain(id);
});

it('has every figure on the page for operators, with its labels, and no other', async () => {
  const described: string[] = [];
  const metrics = createMetrics(fail);
  const noting = (name: string, labels: readonly string[] = []) =>
    described.push(labels.length === 0 ? name : `${name}{${labels.join(',')}}`);
  const noted: Metrics = {
    ...metrics,
    counter(figure) {
      noting(figure.name, figure.labels);
      return metrics.counter(figure);
    },
    histogram(figure) {
      noting(figure.name, figure.labels);
      return metrics.histogram(figure);
    },
    gauge(figure) {
      noting(figure.name, figure.labels);
      metrics.gauge(figure);
    },
  };
  await start(noted);
  const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const section = /## Metrics[\s\S]*?\n## /.exec(page)?.[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((line) => {
    const cell = line.split('|')[1] ?? '';
    return Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
  });
  expect(named.toSorted()).toEqual(described.toSorted());
});

it('is read with its own token only', async () => {
  const { harness } = await start(createMetrics(fail));
  const status = async (authorization: string) =>
    (await harness.request('GET', '/metrics', undefined, { authorization, host: '10.1.2.3:4400' }))
      .status;
  expect(await status('')).toBe(401);
  expect(await status('Bearer administrator-token-of-tests')).toBe(401);
  expect(await status(`Bearer ${token}`)).toBe(200);
  // It opens nothing else.
  const me = await harness.request('GET', '/api/me', undefined, {
    authorization: `Bearer ${token}`,
  });
  expect(me.status).toBe(401);
});

it('is off unless it is configured', async () => {
  harness = await startHarness();
  const { status } = await harness.request('GET', '/metrics', undefined, {
    authorization: `Bearer ${token}`,
  });
  expect(status).toBe(404);
});
