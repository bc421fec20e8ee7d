import type { Prompt } from '@countersign/api/prompt';
import {
  adminToken,
  describeAgent,
  type Harness,
  startHarness,
} from '@countersign/bff/testing/harness';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
} from '@countersign/bff/testing/scripted-agent';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let agent: ScriptedAgent;
let harness: Harness;
let taskId: string;
let run: AgentRun;

beforeEach(async () => {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent)] });
  const started = await harness.start();
  taskId = started.taskId;
  run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId: started.runId });
});
afterEach(async () => {
  await harness.close();
  await agent.close();
});

const question = (messageId: string, payload: string) =>
  `data: {"type":"CUSTOM","name":"upformat.message","value":{"messageId":"${messageId}","threadId":"${taskId}",` +
  `"timestamp":"2026-11-21T10:00:00Z","state":"needsHumanDecision","payload":${payload}}}\n\n`;
const asked = (messageId: string): Promise<Prompt> =>
  harness.until(
    () =>
      harness
        .facts(taskId, 'countersign.prompt')
        .find((fact) => (fact['prompt'] as Prompt).message.messageId === messageId)?.['prompt'] as
        | Prompt
        | undefined,
  );
const altered = () =>
  harness.facts(taskId, 'countersign.anomaly').filter(({ kind }) => kind === 'event-altered');
const edit = (prompt: Prompt, value: unknown) =>
  harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
    feedback: { type: 'edit', content: { value } },
    digest: prompt.digest,
    idempotencyKey: `edit-${prompt.id}`,
  });

describe('a number that JavaScript would round', () => {
  it('is asked, sealed and sent back as it was written', async () => {
    run.raw(question('msg-one', '{"account":12345678901234567890,"tiny":1e-400,"amount":5}'));
    run.raw(question('msg-two', '{"account":12345678901234567891,"tiny":1e-400,"amount":5}'));
    const [one, two] = [await asked('msg-one'), await asked('msg-two')];
    expect(one.message.payload).toEqual({
      account: '\ufdd012345678901234567890',
      tiny: '\ufdd01e-400',
      amount: 5,
    });
    expect(one.message.unread).toBeUndefined();
    expect(one.digest).not.toBe(two.digest);
    expect(altered()).toEqual([]);
    // Untouched numbers are returned unchanged.
    const answer = await edit(one, { ...one.message.payload, amount: 6 });
    expect(answer.status).toBe(201);
    const { text } = await agent.feedback(0);
    expect(text).toContain('"value":{"account":12345678901234567890,"tiny":1e-400,"amount":6}');
    expect(text).not.toContain('\ufdd0');
  });

  it('is read from a script as from the console, and the two are one answer', async () => {
    run.raw(question('msg-one', '{"account":12345678901234567890,"tiny":1e-400,"amount":5}'));
    const prompt = await asked('msg-one');
    const headers = {
      host: '127.0.0.1',
      authorization: `Bearer ${adminToken}`,
      'content-type': 'application/json',
    };
    const send = (account: string, tiny: string) =>
      harness.app.inject({
        method: 'POST',
        url: `/api/prompts/${prompt.id}/decisions`,
        headers,
        payload:
          `{"feedback":{"type":"edit","content":{"value":{"account":${account},"tiny":${tiny},"amount":6}}},` +
          `"digest":"${prompt.digest}","idempotencyKey":"edit-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11"}`,
      });
    const first = await send('12345678901234567890', '1e-400');
    expect(first.statusCode).toBe(201);
    const { text } = await agent.feedback(0);
    expect(text).toContain('"value":{"account":12345678901234567890,"tiny":1e-400,"amount":6}');
    // The same key means the same answer; one digit less is another answer.
    const again = await send(' 12345678901234567890', '1e-400 ');
    expect(again.json().decision.id).toBe(first.json().decision.id);
    const other = await send('12345678901234567891', '1e-400');
    expect(other.json().type).toContain('idempotency-conflict');
  });

  it('is never a text that somebody wrote like one', async () => {
    run.raw(question('msg-one', '{"account":"DE1","note":"n"}'));
    const prompt = await asked('msg-one');
    const { statusCode } = await harness.app.inject({
      method: 'POST',
      url: `/api/prompts/${prompt.id}/decisions`,
      headers: {
        host: '127.0.0.1',
        authorization: `Bearer ${adminToken}`,
        'content-type': 'application/json',
      },
      payload:
        `{"feedback":{"type":"edit","content":{"value":{"account":"\ufdd0900","note":"\\ufdD0900 \\\\ufdd0"}}},` +
        `"digest":"${prompt.digest}","idempotencyKey":"edit-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11"}`,
    });
    expect(statusCode).toBe(201);
    const { text } = await agent.feedback(0);
    expect(text).toContain('"value":{"account":"\ufffd900","note":"\ufffd900 \\\\ufdd0"}');
  });

  it('of an interrupt is answered as it was written', async () => {
    const runId = run.input.runId;
    run.raw(
      `data: {"type":"RUN_FINISHED","threadId":"${taskId}","runId":"${runId}","outcome":{"type":"interrupt","interrupts":[` +
        `{"id":"4b0c9f7e4c574a559a531f0f6a6f3c21","reason":"input_required","message":"Which account?",` +
        `"responseSchema":{"type":"object","properties":{"account":{"type":"integer"}}}}]}}\n\n`,
    );
    run.end();
    const prompt = await harness.untilPrompt(taskId, 'open');
    const { status, body } = await harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
      feedback: {
        type: 'edit',
        content: { value: { account: '\ufdd012345678901234567890' } },
      },
      digest: prompt.digest,
      idempotencyKey: `edit-${prompt.id}`,
    });
    expect([status, body.errors]).toEqual([201, undefined]);
    const next = await agent.run(1);
    expect(next.text).toContain('"account":12345678901234567890');
  });

  it('elsewhere is reported', async () => {
    run.raw('data: {"type":"STATE_SNAPSHOT","snapshot":{"at":1763784000000000001}}\n\n');
    const [reported] = await harness.until(() => (altered().length > 0 ? altered() : null));
    expect(reported).toMatchObject({ kind: 'event-altered', agentId: 'demo' });
    expect(reported?.['issues']).toMatchObject([{ path: '/snapshot/at' }]);
  });
});

describe('what is not as it was sent', () => {
  it('is stored with the question, under its seal: a duplicate member', async () => {
    run.raw(question('msg-twice', '{"amount":10,"amount":1000}'));
    const prompt = await asked('msg-twice');
    expect(prompt.message.unread).toMatchObject([{ path: '/payload/amount', value: '10' }]);
    expect(altered()).toHaveLength(1);
    run.raw(question('msg-once', '{"amount":1000}'));
    expect((await asked('msg-once')).message.unread).toBeUndefined();
  });

  it('and bytes that are not valid UTF-8, for any split', async () => {
    const frame = Buffer.from(
      question('msg-bytes', '{"name":"M?ller","sent":"\ufffd","ok":"ü😀"}'),
    );
    frame[frame.indexOf('M?ller') + 1] = 0xfc;
    for (const byte of frame) run.response.write(Buffer.from([byte]));
    const prompt = await asked('msg-bytes');
    expect(prompt.message.payload).toEqual({ name: 'M\ufffdller', sent: '\ufffd', ok: 'ü😀' });
    expect(prompt.message.unread).toMatchObject([{ path: '/payload/name', value: 'M\ufffdller' }]);
    expect(altered()).toHaveLength(1);
  });

  it('and a lone surrogate', async () => {
    run.raw(question('msg-half', '{"name":"x\\ud83d","ok":"\\ud83d\\ude00"}'));
    const prompt = await asked('msg-half');
    expect(prompt.message.unread).toMatchObject([{ path: '/payload/name' }]);
  });
});
