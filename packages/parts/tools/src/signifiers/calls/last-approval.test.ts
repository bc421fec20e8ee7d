import { callPreviewSchema } from '@countersign/api/affordance-call';
import { type Caller, openCaller } from '@countersign/bff/testing/caller';
import {
  type EnvironmentRoom,
  openEnvironmentRoom,
} from '@countersign/bff/testing/environment-room';
import { afterAll, beforeAll, expect, it } from 'vitest';

let room: EnvironmentRoom;
let caller: Caller;
beforeAll(async () => {
  room = await openEnvironmentRoom();
  await room.registerAll();
  caller = await openCaller(room);
});
afterAll(() => room.close());

const preview = async () => {
  const path = `/api/environment/signifiers/${await room.idOf('arm_utcp_operation')}/preview`;
  const sent = { arguments: 'move(1)' };
  const { body } = await room.harness().request('POST', path, sent);
  return callPreviewSchema.parse(body);
};

it('a question says in what a call differs from the last one that a person approved', async () => {
  const first = await caller.begun();
  expect(first.prompt.message.explanation).not.toContain('last approved call');
  expect((await preview()).last).toBeNull();
  await room.decide(first.prompt, { type: 'edit', content: { value: { body: 'move(2)' } } });
  await caller.outcome(first.id);
  // With which it was called, not with which it was requested.
  expect((await preview()).last).toMatchObject({
    ...{ arguments: { body: 'move(2)' }, by: 'Administrator', at: expect.any(Number) },
  });

  const second = await caller.begun();
  expect(second.prompt.message.explanation).toContain(
    'Differences from the last approved call, by Administrator:\n\n> - body: "move(2)" → "move(10)"',
  );
  await room.decide(second.prompt, { type: 'reject' });
  await caller.outcome(second.id);
  const third = await caller.begun({ arguments: 'move(2)' });
  expect(third.prompt.message.explanation).toContain(
    'The arguments are those of the last approved call, by Administrator.',
  );
});

it('a call that an operator makes is one that was approved, until its service is removed', async () => {
  const { digest } = await preview();
  const { request, services } = room.harness();
  const body = {
    ...{ signifierId: await room.idOf('arm_utcp_operation'), arguments: 'move(1)' },
    approval: { digest },
  };
  await request('POST', '/api/environment/calls', body);
  await expect.poll(async () => (await preview()).last?.arguments).toEqual({ body: 'move(1)' });
  const artifacts = await services.environment.artifacts();
  const arm = artifacts.find(({ artifact }) => artifact.name === 'arm_utcp')?.artifact.id;
  await request('DELETE', `/api/environment/artifacts/${arm}`);
  await room.register({ name: 'arm_utcp', kind: 'utcp', url: `${room.robot.origin}/manual` });
  expect((await preview()).last).toBeNull();
});

it('arguments that are too long to compare are not kept, and those before them are forgotten', async () => {
  const call = (text: string) =>
    caller.begun({ arguments: { text }, signifier: 'formalizer_Formalize goal' }, (more) =>
      caller.invoke('formalizer_Formalize goal', more),
    );
  for (const [text, isKept] of [
    ['Move', true],
    ['x'.repeat(20_000), false],
  ] as const) {
    const { id, prompt } = await call(text);
    await room.decide(prompt, { type: 'approve' });
    await caller.outcome(id);
    const path = `/api/environment/signifiers/${await room.idOf('formalizer_Formalize goal')}/preview`;
    const { body } = await room.harness().request('POST', path, { arguments: { text } });
    expect(callPreviewSchema.parse(body).last !== null).toBe(isKept);
  }
});
