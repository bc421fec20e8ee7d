import { programListSchema } from '@countersign/api/agents/program';
import { type Caller, openCaller, operationsOf } from '@countersign/bff/testing/caller';
import {
  type EnvironmentRoom,
  openEnvironmentRoom,
} from '@countersign/bff/testing/environment-room';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import type { JsonObject } from '@countersign/json/json-object';
import { taskRow } from '@countersign/part-desk/rows/task-rows';
import { prune } from '@countersign/server/journal/prune-operation';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEnvironment } from '../../rows/environment-entries.ts';
import { forgetCall } from '../ledger-operations.ts';

let room: EnvironmentRoom;
let caller: Caller;
beforeEach(async () => {
  room = await openEnvironmentRoom();
  await room.registerAll();
  caller = await openCaller(room);
});
afterEach(() => room.close());

describe('after an outcome that is not known', () => {
  const doubt = 'its outcome is unknown';
  const approveEach = async ({ prompt, id }: Awaited<ReturnType<Caller['begun']>>) => {
    await room.decide(prompt, { type: 'approve' });
    return caller.outcome(id);
  };
  const broken = async (more: JsonObject = {}) => {
    room.robot.answers.set('/operation', 'hang-up');
    const first = await caller.begun(more);
    expect(await approveEach(first)).toMatchObject({ state: 'unknown' });
    room.robot.answers.clear();
    return first;
  };

  it('the next call is joined by those that repeat it, until its outcome was fetched', async () => {
    const first = await broken();
    const next = await caller.begun();
    expect(next.id).not.toBe(first.id);
    expect(next.prompt.message.explanation).toContain(doubt);
    // To read the old one again changes nothing.
    expect(await caller.outcome(first.id)).toMatchObject({ state: 'unknown' });
    expect(await caller.move({ wait_seconds: 0 })).toMatchObject({ call_id: next.id });
    expect(await caller.move({ wait_seconds: 0 })).toMatchObject({ call_id: next.id });
    await room.decide(next.prompt, { type: 'reject' });
    expect(await caller.outcome(next.id)).toMatchObject({ state: 'rejected' });
    const last = await caller.begun();
    expect(last.prompt.message.explanation).toContain(doubt);
    expect(await approveEach(last)).toMatchObject({ state: 'done' });
    expect(operationsOf(room)).toEqual(['move(10)', 'move(10)']);
    expect(await caller.outcome(first.id)).toMatchObject({ state: 'unknown' });
    expect((await caller.begun()).prompt.message.explanation).not.toContain(doubt);
  });

  it('a call with a key that is done is the known one', async () => {
    await broken({ idempotency_key: 'first' });
    const next = await caller.begun({ idempotency_key: 'second' });
    expect(next.prompt.message.explanation).toContain(doubt);
    expect(await approveEach(next)).toMatchObject({ state: 'done' });
    const last = await caller.begun({ idempotency_key: 'third' });
    expect(last.prompt.message.explanation).not.toContain(doubt);
  });
});

describe('a call whose outcome nobody fetches', () => {
  const count = async () =>
    (await listEnvironment(room.harness().services.journal.read, 'call')).length;
  const prunedAll = async () => {
    while (await room.harness().services.journal.commit(prune, null));
  };
  const ended = (id: string) =>
    room.harness().until(async () => {
      const { read } = room.harness().services.journal;
      return (await taskRow(read, id))?.ended ?? undefined;
    });

  it('is no answer to one that is requested long after it, and goes', async () => {
    await room.close();
    const clock = createManualClock();
    room = await openEnvironmentRoom({ clock, idleMs: 1e12 });
    await room.registerAll();
    caller = await openCaller(room);
    const reading = await caller.invoke('arm_utcp_pose', { wait_seconds: 0 });
    await ended(String(reading['call_id']));
    expect(await caller.invoke('arm_utcp_pose', { wait_seconds: 0 })).toMatchObject({
      call_id: reading['call_id'],
    });
    room.robot.answers.set('/operation', 'hang-up');
    const acting = await caller.begun();
    await room.decide(acting.prompt, { type: 'approve' });
    await ended(acting.id);
    const another = await caller.invoke('arm_wot_pose', { wait_seconds: 0 });
    await ended(String(another['call_id']));
    clock.advance(11 * 60_000);
    room.robot.pose.x = 77;
    expect(await caller.invoke('arm_utcp_pose')).toMatchObject({ result: { x: 77 } });
    expect(await count()).toBe(2);
    await prunedAll();
    expect(await count()).toBe(1);
    clock.advance(25 * 60 * 60_000);
    await prunedAll();
    // That nobody knows what it did is kept.
    const again = await caller.begun();
    expect(again.prompt.message.explanation).toContain('its outcome is unknown');
    expect(operationsOf(room)).toEqual(['move(10)']);
  });

  it('takes the room of its caller only', async () => {
    const { services, request } = room.harness();
    const { body } = await request('GET', '/api/programs');
    const [client] = programListSchema.parse(body).items;
    const callerId = client?.id ?? '';
    const call = {
      ...{ signifierId: 'any', sourceHash: '', label: 'any', artifactId: 'any', profile: null },
      ...{ caller: callerId, callerName: 'Executor', task: null, approved: null },
    };
    const unknown = { taskId: 'gone', startedAt: Date.now(), state: 'unknown' } as const;
    await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        services.journal.commit(forgetCall, {
          ...{ ...unknown, call: { ...call, argumentsHash: String(index) } },
        }),
      ),
    );
    const refused = await caller.move({ wait_seconds: 0 });
    expect(JSON.stringify(refused)).not.toContain('waiting');
    caller = await openCaller(room, 'Other');
    expect(await caller.move({ wait_seconds: 0 })).toMatchObject({ state: 'waiting' });
  });
});

it('a call whose connection broke off is said to be unknown, a reading one to have failed', async () => {
  room.robot.answers.set('/operation', 'hang-up').set('/pose', 'hang-up');
  const { id, prompt } = await caller.begun();
  await room.decide(prompt, { type: 'approve' });
  const { state, error } = await caller.outcome(id);
  expect(state).toBe('unknown');
  expect(error).toContain('It is not sent a second time.');
  expect(operationsOf(room)).toEqual(['move(10)']);
  expect(await caller.invoke('arm_utcp_pose')).toMatchObject({ state: 'failed' });
});

it.each([502, 504, 408])(
  'a call is said to be unknown if something between answers with %i',
  async (status) => {
    const given = { status, type: 'text/plain', body: 'gave up' };
    room.robot.answers.set('/operation', given).set('/pose', given);
    const { id, prompt } = await caller.begun();
    await room.decide(prompt, { type: 'approve' });
    const { state, error } = await caller.outcome(id);
    expect([state, error]).toEqual(['unknown', expect.stringContaining(`HTTP ${status}`)]);
    expect(await caller.invoke('arm_utcp_pose')).toMatchObject({ state: 'failed' });
  },
);

it('a call that was redirected is said to be unknown if it cannot be followed', async () => {
  // Nothing listens at the port of the discard protocol.
  const location = 'http://127.0.0.1:9/elsewhere';
  room.robot.answers.set('/operation', { status: 303, type: 'text/plain', body: '', location });
  const { id, prompt } = await caller.begun();
  await room.decide(prompt, { type: 'approve' });
  expect(await caller.outcome(id)).toMatchObject({ state: 'unknown' });
});

it('a call that the service refuses has failed', async () => {
  room.robot.answers.set('/operation', { status: 409, type: 'text/plain', body: 'not now' });
  const { id, prompt } = await caller.begun();
  await room.decide(prompt, { type: 'approve' });
  expect(await caller.outcome(id)).toMatchObject({ state: 'failed' });
});

it('a tool that has acted, and whose result is too large, is said to be unknown', async () => {
  const { id, prompt } = await caller.begun({ arguments: { achieved: true } }, (more) =>
    caller.invoke('goal_mcp_provide_feedback', more),
  );
  room.goals.thanks = 'x'.repeat(5 * 1024 * 1024);
  await room.decide(prompt, { type: 'approve' });
  expect(await caller.outcome(id)).toMatchObject({ state: 'unknown' });
  expect(room.goals.goal).toBeNull();
});

describe('the task of an A2A agent', () => {
  const task = (state: string) => ({
    ...{ jsonrpc: '2.0', id: 1 },
    result: { task: { id: 'task-77', status: { state } } },
  });
  let clock: ReturnType<typeof createManualClock>;
  const formalizing = async () => {
    await room.close();
    clock = createManualClock();
    room = await openEnvironmentRoom({ clock, idleMs: 1e12 });
    await room.registerAll();
    caller = await openCaller(room);
    room.formalizer.answers.set('SendMessage', task('TASK_STATE_WORKING'));
    const { id, prompt } = await caller.begun({ arguments: { text: 'go' } }, (more) =>
      caller.invoke('formalizer_Formalize goal', more),
    );
    await room.decide(prompt, { type: 'approve' });
    return id;
  };
  const over = (id: string, stepMs: number) =>
    expect.poll(
      async () => {
        clock.advance(stepMs);
        return room.call(caller.agent, 'get_call', { call_id: id, wait_seconds: 0 });
      },
      { timeout: 10_000 },
    );

  it('that still works at the end of the wait has an unknown outcome', async () => {
    const id = await formalizing();
    room.formalizer.answers.set('GetTask', task('TASK_STATE_WORKING'));
    await over(id, 60_000).toMatchObject({
      ...{ state: 'unknown', error: expect.stringContaining('task-77') },
    });
  });

  it('is looked at again when that has failed', async () => {
    const id = await formalizing();
    const error = { jsonrpc: '2.0', id: 2, error: { code: -32_603, message: 'Busy' } };
    room.formalizer.answers.set('GetTask', error);
    await expect
      .poll(() => {
        clock.advance(1_000);
        return room.formalizer.looks();
      })
      .toBeGreaterThan(1);
    room.formalizer.answers.set('GetTask', task('TASK_STATE_COMPLETED'));
    await over(id, 1_000).toMatchObject({ state: 'done' });
  });
});
