import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '@countersign/hai/envelope';
import { createSseParser } from '@countersign/hai/sse';
import { eachFaultRound } from '@countersign/testkit/fault-rounds';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChildServer, childToken, startChildServer } from './testing/child-server.ts';
import { describeAgent } from './testing/harness.ts';
import { type AgentRun, startScriptedAgent, upMessage } from './testing/scripted-agent.ts';

const ends: (() => unknown)[] = [];
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-kill-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(root, { recursive: true, force: true });
});

/** A browser: reads everything with its cursor, over as many servers as there are. */
interface Follower {
  positions: number[];
  finished: Promise<void>;
}

function followAll(server: () => ChildServer, isOver: (envelope: Envelope) => boolean): Follower {
  const positions: number[] = [];
  let cursor: string | null = null;
  const once = async (): Promise<boolean> => {
    const abort = new AbortController();
    let over = false;
    const decoder = new TextDecoder();
    const parser = createSseParser({
      onFrame(frame) {
        expect(frame.event).not.toBe('reset');
        if (frame.event !== undefined || over) return;
        const envelope: Envelope = JSON.parse(frame.data);
        positions.push(envelope.position);
        cursor = frame.id ?? cursor;
        over = isOver(envelope);
      },
    });
    try {
      const given: string = cursor ?? `${await storeId(server())}.0`;
      const { body } = await fetch(`${server().url}/api/stream?tasks=*`, {
        headers: { authorization: `Bearer ${childToken}`, 'last-event-id': given },
        signal: abort.signal,
      });
      if (body === null) return false;
      for await (const chunk of body) {
        parser.feed(decoder.decode(chunk, { stream: true }));
        if (over) break;
      }
    } catch (error) {
      // The server was killed on purpose. Other problems found by the reader are rethrown.
      if (error instanceof Error && error.name === 'AssertionError') throw error;
    }
    abort.abort();
    return over;
  };
  const run = async () => {
    while (!(await once())) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { positions, finished: run() };
}

async function storeId(from: ChildServer): Promise<string> {
  const { body } = await from.request('/api/tasks');
  const snapshot = await from.request(`/api/tasks/${body.items[0]?.id}/snapshot`);
  return snapshot.body.cursor.replace(/\.\d+$/, '');
}

/** Sends from the cursor of the join; each fiftieth event is a question. */
const playing =
  (total: number, first: string | null = null) =>
  (run: AgentRun) => {
    const { runId, threadId } = run.input;
    first ??= runId;
    if (first !== runId) {
      // It carries an answer that was given after the work was done.
      run.send({ type: 'RUN_STARTED', threadId, runId });
      run.send({ type: 'RUN_FINISHED', threadId, runId });
      return run.end();
    }
    let next = Number(run.headers['last-event-id'] ?? 0);
    const step = () => {
      if (run.response.destroyed) return;
      for (let count = 0; count < 10 && next < total; count += 1) {
        next += 1;
        if (next === 1) run.send({ type: 'RUN_STARTED', runId: run.input.runId });
        else if (next === total) run.send({ type: 'RUN_FINISHED', runId: run.input.runId });
        else if (next % 50 === 0) {
          const messageId = `call_Yk3vQ0d7RmTz5LwPbX9cHn${next}`;
          run.send(
            upMessage(run.input.threadId, {
              messageId,
              state: 'needsHumanDecision',
              ask: 'Shall I?',
            }),
          );
        } else run.send({ type: 'CUSTOM', name: 'number', value: next });
      }
      if (next < total) setTimeout(step, 5);
      else run.end();
    };
    step();
  };

it('killed at random moments, loses and duplicates nothing, and has one winner each', () =>
  eachFaultRound(async (random, seed) => {
    const directory = join(root, `round-${seed}`);
    mkdirSync(directory);
    const total = 1_500;
    const agent = await startScriptedAgent({
      headers: { 'hai-resume': 'last-event-id' },
      onRun: playing(total),
    });
    ends.push(agent.close);
    const start = () => startChildServer(directory, [describeAgent(agent)]);
    let server = await start();
    ends.push(() => server.kill('SIGKILL'));
    const { body: task } = await server.request('/api/tasks', { agentId: 'demo', message: 'go' });
    const followers = Array.from({ length: 4 }, () =>
      followAll(
        () => server,
        ({ event, runId }) => event.type === 'RUN_FINISHED' && runId === task.runId,
      ),
    );
    // Operators who race for every open question, and repeat requests when the server was killed.
    const winners = new Map<string, Set<string>>();
    let racing = true;
    const race = async (key: number) => {
      while (racing) {
        try {
          const { body } = await server.request('/api/prompts?state=open');
          for (const prompt of body.items ?? []) {
            const answer = {
              feedback: { type: key % 2 === 0 ? 'approve' : 'reject' },
              digest: prompt.digest,
              idempotencyKey: `operator-${key}-${prompt.id}`,
            };
            const path = `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`;
            const reply = await server.request(path, answer);
            if (reply.status !== 201) continue;
            const won = winners.get(prompt.id) ?? new Set();
            winners.set(prompt.id, won.add(reply.body.decisionId));
          }
        } catch {
          // Killed during a response: requested again from the next server.
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const races = [race(1), race(2)];
    // A server that dies before its first event from the agent cannot know that the run can be rejoined: the run is lost then,
    // correctly.
    for (let begun = false; !begun; ) {
      const { body } = await server.request(`/api/tasks/${task.taskId}/events?limit=10`);
      begun = body.items.some(({ event }: Envelope) => event.type === 'RUN_STARTED');
    }
    for (let kill = 0; kill < 4; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, random() * 600));
      await server.kill('SIGKILL');
      server = await start();
    }
    await Promise.all(followers.map(({ finished }) => finished));
    racing = false;
    await Promise.all(races);

    for (const { positions } of followers) {
      expect(positions).toEqual(positions.map((_, index) => index + 1));
    }
    for (const [prompt, decisions] of winners)
      expect([prompt, decisions.size]).toEqual([prompt, 1]);
    const items: Envelope[] = [];
    for (let after = 0; ; after = items.at(-1)?.sequence ?? 0) {
      const { body } = await server.request(
        `/api/tasks/${task.taskId}/events?limit=1000&after=${after}`,
      );
      if (body.items.length === 0) break;
      items.push(...body.items);
    }
    const named = (name: string) =>
      items.flatMap(({ event }) =>
        event.type === 'CUSTOM' && event.name === name ? [event.value] : [],
      );
    expect(named('countersign.anomaly')).toEqual([]);
    const expected = Array.from({ length: total - 2 }, (_, index) => index + 2);
    expect(named('number')).toEqual(expected.filter((number) => number % 50 !== 0));
    expect(named('upformat.message').length).toBe(
      expected.filter((number) => number % 50 === 0).length,
    );
    expect((await server.request('/api/audit/verify')).body.ok).toBe(true);
    await server.kill('SIGKILL');
  }));
