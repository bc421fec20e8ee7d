import { describe, expect, it } from 'vitest';
import { allPartsTask } from './all-parts-task.ts';
import { createDemoServer, type DemoServer } from './demo-server.ts';
import json from './hiring.tape.json';
import { parseTape } from './tape.ts';

const tape = parseTape(json);

/** A clock that is moved by the test. */
function clockwork() {
  let now = Date.parse('2026-11-21T14:00:00Z');
  let id = 0;
  let timers: { at: number; run: () => void }[] = [];
  return {
    ports: {
      now: () => now,
      schedule(run: () => void, delayMs: number) {
        const timer = { at: now + delayMs, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((one) => one !== timer);
        };
      },
      createId: () => `id-${++id}`.padEnd(12, '-'),
    },
    pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
    },
  };
}

function opened(server: DemoServer) {
  return server.prompts().filter((prompt) => prompt.state === 'open');
}

function started() {
  const clock = clockwork();
  const server = createDemoServer(tape, clock.ports);
  const { taskId } = server.start({ agentId: tape.task.agentId, message: 'Find somebody' });
  clock.pass(60_000);
  return { clock, server, taskId };
}

describe('the demo server', () => {
  it('plays a new task up to its first question, and no further', () => {
    const { clock, server, taskId } = started();
    expect(opened(server)).toHaveLength(1);
    const { sequence } = server.thread(taskId)!;
    clock.pass(3_600_000);
    expect(server.thread(taskId)!.sequence).toBe(sequence);
    expect(server.task(taskId)).toMatchObject({
      title: 'Find somebody',
      openPrompts: { blocking: 1 },
    });
  });

  it('continues after an answer, records it as given here, and says that it is a recording', () => {
    const { clock, server, taskId } = started();
    const prompt = opened(server)[0]!;
    server.decide(prompt, { type: 'reject', content: { reason: 'not now' } });
    clock.pass(60_000);
    const thread = server.thread(taskId)!;
    expect(thread.prompts[prompt.id]).toMatchObject({
      state: 'answered',
      decision: { by: { id: 'demo' }, feedback: { type: 'reject' }, state: 'acknowledged' },
    });
    expect(JSON.stringify(thread.items)).toContain('This is a recording. Your answer');
  });

  it('applies the default of a follow-up at its deadline, and reaches the end', () => {
    const { clock, server, taskId } = started();
    server.decide(opened(server)[0]!, { type: 'approve' });
    clock.pass(60_000);
    expect(opened(server)[0]).toMatchObject({ blocking: false });
    clock.pass(3_600_000);
    expect(opened(server)).toEqual([]);
    const decided = server.prompts().filter((prompt) => prompt.taskId === taskId);
    expect(decided.at(-1)?.decision?.by.kind).toBe('default');
    expect(server.task(taskId)).toMatchObject({ runStatus: 'finished' });
  });

  it('gives each question the time it had when it was recorded, however late it is asked', () => {
    const { clock, server } = started();
    clock.pass(3_600_000);
    server.decide(opened(server)[0]!, { type: 'approve' });
    clock.pass(60_000);
    const [prompt] = opened(server);
    expect(prompt?.expiresAt).toBeGreaterThan(clock.ports.now());
    expect(prompt?.openedAt).toBeGreaterThan(clock.ports.now() - 60_000);
  });

  it('is silent while paused, even when answered, and continues after a resume', () => {
    const { clock, server, taskId } = started();
    server.control(taskId, 'pause', null);
    clock.pass(5_000);
    expect(server.task(taskId)?.runStatus).toBe('paused');
    server.decide(opened(server)[0]!, { type: 'approve' });
    clock.pass(1_000);
    const { sequence } = server.thread(taskId)!;
    clock.pass(60_000);
    expect(server.thread(taskId)!.sequence).toBe(sequence);
    server.control(taskId, 'resume', null);
    clock.pass(60_000);
    expect(server.thread(taskId)!.sequence).toBeGreaterThan(sequence + 50);
  });

  it('stops: the ladder is climbed, the run ends, its question is withdrawn', () => {
    const { clock, server, taskId } = started();
    server.control(taskId, 'stop', null);
    clock.pass(10_000);
    expect(server.thread(taskId)!.controls[0]).toMatchObject({ action: 'stop', state: 'settled' });
    expect(opened(server)).toEqual([]);
    expect(server.task(taskId)?.endedAt).not.toBeNull();
  });

  it('retells a whole recording with its own answers, under other ids and times', () => {
    const clock = clockwork();
    const server = createDemoServer(tape, clock.ports);
    const taskId = server.stage({ agoMs: 3_600_000 });
    const task = server.task(taskId)!;
    expect(task).toMatchObject({ runStatus: 'finished', startedAt: clock.ports.now() - 3_600_000 });
    expect(task.id).not.toBe(tape.task.id);
    expect(JSON.stringify(server.journal.ofTask(taskId))).not.toContain(tape.task.id);
    expect(server.prompts().every((prompt) => prompt.decision !== null)).toBe(true);
  });

  it('contains every kind of item of the stream', () => {
    const server = createDemoServer(tape, clockwork().ports);
    const { task, envelopes } = allPartsTask(0);
    server.put(task, envelopes);
    const kinds = new Set(server.thread(task.id)!.items.map((item) => item.kind));
    expect([...kinds].sort()).toEqual([
      'anomaly',
      'custom',
      'exchange',
      'message',
      'run',
      'step',
      'tool-call',
    ]);
    expect(server.thread(task.id)!.failedOperations).toHaveLength(1);
  });
});
