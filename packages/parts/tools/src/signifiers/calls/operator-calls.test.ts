import { affordanceCallViewSchema, callPreviewSchema } from '@countersign/api/affordance-call';
import { openCaller } from '@countersign/bff/testing/caller';
import {
  type EnvironmentRoom,
  openEnvironmentRoom,
} from '@countersign/bff/testing/environment-room';
import type { JsonObject } from '@countersign/json/json-object';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let room: EnvironmentRoom;
let token: string;
beforeEach(async () => {
  room = await openEnvironmentRoom();
  await room.registerAll();
  ({ token } = await openCaller(room));
});
afterEach(() => room.close());

describe('an operator who has seen the request', () => {
  const preview = async (label: string, args: unknown) => {
    const path = `/api/environment/signifiers/${await room.idOf(label)}/preview`;
    const { body } = await room.harness().request('POST', path, { arguments: args });
    return callPreviewSchema.parse(body);
  };
  const call = async (label: string, body: JsonObject) =>
    room.harness().request('POST', '/api/environment/calls', {
      ...{ signifierId: await room.idOf(label), arguments: 'move(10)', ...body },
    });
  const end = async ({ body }: { body: unknown }) => {
    const { callId } = affordanceCallViewSchema.parse(body);
    const path = `/api/environment/calls/${callId}?waitMs=10000`;
    return (await room.harness().request('GET', path)).body;
  };

  it('calls it without being asked again', async () => {
    const shown = await preview('arm_utcp_operation', 'move(10)');
    expect(shown).toMatchObject({
      request: { method: 'POST', url: `${room.robot.origin}/operation`, body: 'move(10)' },
      ...{ faults: [], approval: 'ask', secrets: [], objection: null },
    });
    expect((await preview('arm_utcp_operation', 'explode()')).faults).toHaveLength(1);
    const { digest } = shown;
    const wrong = await call('arm_utcp_operation', {
      ...{ arguments: 'move(11)', approval: { digest } },
    });
    expect(wrong.status).toBe(400);
    const made = await call('arm_utcp_operation', { approval: { digest } });
    expect(await end(made)).toMatchObject({ state: 'done' });
    expect(room.robot.pose.x).toBe(30);
  });

  it('calls what somebody else was asked about as a call of its own', async () => {
    const asked = await call('arm_utcp_operation', { idempotencyKey: 'asked-1' });
    const { digest } = await preview('arm_utcp_operation', 'move(10)');
    const now = { approval: { digest }, idempotencyKey: 'now-1' };
    const made = await call('arm_utcp_operation', now);
    expect(await end(made)).toMatchObject({ state: 'done' });
    expect(await call('arm_utcp_operation', now)).toMatchObject({
      body: { callId: affordanceCallViewSchema.parse(made.body).callId },
    });
    expect(asked.body).toMatchObject({ state: 'waiting' });
    expect(room.robot.pose.x).toBe(30);
  });

  it('types the name of what moves something', async () => {
    const { digest, confirm, approval } = await preview('arm_wot_operation', 'move(10)');
    expect(approval).toBe('typed');
    expect((await call('arm_wot_operation', { approval: { digest } })).status).toBe(400);
    const made = await call('arm_wot_operation', { approval: { digest, confirmation: confirm } });
    expect(await end(made)).toMatchObject({ state: 'done' });
  });
});

describe.each(['arm_utcp', 'arm_wot'])('G2, B15: from goal to feedback with %s', (arm) => {
  it('takes one call of the formalizer, and the arm moves by what was asked', async () => {
    const own = await room.connect('/mcp/profiles/executor', token);
    const services = ['goal_mcp', 'formalizer', arm];
    const put = (context: string) =>
      room.harness().request('PUT', '/api/environment/profile/executor', { context, services });
    /** Says what it is about to do, and calls what is recommended for that. */
    const step = async (context: string, name: string, args: JsonObject) => {
      await put(context);
      const { tools } = await own.listTools();
      expect(tools.map((tool) => tool.name)).toContain(name);
      const calling = own.callTool({ name, arguments: args });
      const prompt = await room.asked();
      const isTyped = prompt.message.upPrompt?.allowed?.includes('approve') !== true;
      const value = { arguments: args, confirmation: name };
      const answer = isTyped ? { type: 'edit', content: { value } } : { type: 'approve' };
      expect((await room.decide(prompt, answer)).status).toBe(201);
      const { structuredContent } = await calling;
      expect(structuredContent).toMatchObject({ state: 'done' });
      return (structuredContent as JsonObject)['result'];
    };
    const goal = await step('The agent wants to read the user goal', 'goal_mcp_CurrentGoal', {});
    expect(goal).toContain('Move the robot by 10 centimeters');
    const notify = 'The agent wants to provide feedback to the user';
    await step(notify, 'goal_mcp_provide_feedback', { achieved: false });
    const formal = await step(
      'The agent wants to convert the natural language goal into a formal description',
      'formalizer_Formalize_goal',
      { text: String(goal) },
    );
    expect(formal).toMatchObject({ text: 'move(10)' });
    const control = 'The agent wants to control a robot from a formal goal';
    await step(control, `${arm}_operation`, { body: (formal as JsonObject)['text'] });
    // B15: the arm really moves, from where it was.
    expect(room.robot.pose).toEqual({ x: 30, y: 0 });
    await step(notify, 'goal_mcp_provide_feedback', { achieved: true });
    expect(room.goals.goal).toBeNull();
    expect(room.formalized).toHaveLength(1);
  });
});
