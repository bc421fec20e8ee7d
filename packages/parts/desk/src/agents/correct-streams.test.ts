import { haiProtocol } from '@countersign/adapters/hai/protocol';
import type { Envelope } from '@countersign/hai/envelope';
import { runAgentInputSchema } from '@countersign/hai/run-input';
import { eventsOf, listEventTapes, readTape } from '@countersign/testkit/tape';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { lintStream } from '@countersign/thread/lint';
import type { Thread } from '@countersign/thread/thread';
import { describe, expect, it } from 'vitest';
import { createIntake } from '../runs/intake/intake.ts';

const threadId = '5f0c2a9e-7d31-4b7e-9f52-1c8a60d4e3b7';
const runIdOf = (place: number) => `run-3f2b6c1e-9d5a-4c7b-8a54-${String(place).padStart(12, '0')}`;

/** A tape processed as by the server: every exchange is a run; returns the anomalies, and the folded thread. */
function play(counterpart: string, name: string) {
  const envelopes: Envelope[] = [];
  const anomalies: string[] = [];
  let thread: Thread = emptyThread(threadId);
  for (const [place, exchange] of readTape(counterpart, name).exchanges.entries()) {
    if (exchange.response.status !== 200) continue;
    const runId = runIdOf(place);
    const intake = createIntake({
      protocol: haiProtocol,
      detect: () => null,
      agentId: 'agent',
      threadId,
      runId,
      lastEventId: null,
      earlier: runAgentInputSchema.parse(exchange.request.body),
      now: () => 0,
    });
    const frames = eventsOf(exchange).map((event) => `data: ${event}\n\n`);
    for (const item of [...frames.flatMap((frame) => intake.feed(frame)), ...intake.end()]) {
      if (item.kind === 'anomaly') {
        anomalies.push(`${item.fact.kind}: ${item.fact.detail}`);
        continue;
      }
      const sequence = envelopes.length + 1;
      envelopes.push({
        position: sequence,
        threadId,
        runId,
        sequence,
        receivedAt: 1_000 + sequence,
        agentId: 'agent',
        event: JSON.parse(item.json),
      });
    }
    thread = foldThread(thread, envelopes);
  }
  return { thread, anomalies, envelopes };
}
/** LangGraph's bridge continues after RUN_ERROR: that is a breach of the protocol, and shown as one. */
const broken = 'review-refused-outcome';

describe('a recorded stream', () => {
  it.each(listEventTapes().filter(({ name }) => name !== broken))(
    '$counterpart/$name shows no fault',
    ({ counterpart, name }) => {
      const { thread, anomalies, envelopes } = play(counterpart, name);
      expect(anomalies).toEqual([]);
      expect(thread.failedOperations).toEqual([]);
      expect(thread.anomalyCount).toBe(0);
      const errors = lintStream(envelopes).findings.filter(({ severity }) => severity === 'error');
      expect(errors).toEqual([]);
    },
  );
});

it('a stream that continues after its end is reported for that, and for nothing that results from it', () => {
  const { anomalies } = play('langgraph', broken);
  expect(anomalies).not.toEqual([]);
  for (const anomaly of anomalies) expect(anomaly).toContain('after-run-end');
});

describe('the demo server of HAI', () => {
  const { thread } = play('co-tap-hai', 'task');
  const messages = thread.items.flatMap((item) => (item.kind === 'message' ? [item] : []));

  it('derives its task list from the hand-overs between its agents', () => {
    expect(thread.state).toEqual({
      workflowItems: [
        { id: 'plan-task', name: 'Plan the work', status: 'done' },
        { id: 'diagnosis-1', name: 'Use a tool: diagnosis', status: 'done' },
        { id: 'tell-expert-1', name: 'Use a tool: tell an expert', status: 'done' },
        { id: 'assessment-1', name: 'Use a tool: assessment', status: 'done' },
        { id: 'summary-1', name: 'Use a tool: summary', status: 'done' },
      ],
    });
  });

  it('has one tool list per id, however many parts its message has', () => {
    const lists = messages.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        part.kind === 'output' && part.output.type === 'toolCallShow' ? [part.output] : [],
      ),
    );
    expect(lists).toMatchObject([
      { data: { tools: [{ id: 'tool-1', progress: 'Alarms are read' }, { id: 'tool-2' }] } },
      { data: { tools: [{ id: 'tool-3' }, { id: 'tool-4' }] } },
    ]);
  });

  it('continues within the section that an earlier part opened', () => {
    expect(messages.map(({ continues }) => continues?.map(({ title }) => title))).toEqual([
      undefined,
      ['Diagnosis'],
      ['Diagnosis'],
      undefined,
      undefined,
    ]);
  });

  it('calls tools that never return a result, and their timers stop with the run', () => {
    const calls = thread.items.flatMap((item) => (item.kind === 'tool-call' ? [item] : []));
    expect(calls).toMatchObject([
      { name: 'openToolSidePage', status: 'called', args: '{"id": "tool-1"}' },
      { name: 'openToolSidePage', status: 'called', args: '{"id": "tool-2"}' },
    ]);
    for (const { endedAt } of calls) expect(endedAt).toBe(thread.run.endedAt);
  });
});
