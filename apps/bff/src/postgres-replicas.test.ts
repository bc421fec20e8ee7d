import { memberOf } from '@countersign/json/json-object';
import { administrator } from '@countersign/server/guard/fixed-operators';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adminToken, describeAgent, type Harness, startHarness } from './testing/harness.ts';
import { startMcpHarness } from './testing/mcp-harness.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from './testing/postgres.ts';
import { type ScriptedAgent, startScriptedAgent, upMessage } from './testing/scripted-agent.ts';
import { openStream, type StreamFrames } from './testing/stream-frames.ts';

const signed = { authorization: `Bearer ${adminToken}` };
const patience = { timeout: 20_000 };

describe.runIf(hasPostgres)('two servers on one database', () => {
  let database: TestDatabase;
  let agent: ScriptedAgent;
  /** On duty. */
  let first: Harness;
  let second: Harness;
  const streams: StreamFrames[] = [];
  const start = () =>
    startHarness({
      agents: [describeAgent(agent, { control: true })],
      databaseUrl: database.url,
      leaseMs: 1_500,
    });
  beforeEach(async () => {
    database = await createDatabase();
    agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' } });
    first = await start();
    second = await start();
  }, startMs);
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.close();
    await second.close();
    await first.close();
    await agent.close();
    await database.drop();
  });

  const streamOf = async (harness: Harness, query = 'tasks=*&facts=all') => {
    const stream = await openStream(await harness.listen(), signed, query);
    streams.push(stream);
    return stream;
  };
  const positionsOf = ({ frames }: StreamFrames) =>
    frames.flatMap(({ id, event }) =>
      event === undefined && id !== undefined ? [Number(id.slice(id.lastIndexOf('.') + 1))] : [],
    );
  const has = (stream: StreamFrames, text: string) =>
    stream.until((frames) => frames.find(({ data }) => data.includes(text)));
  /** A task that was started at a server, with a question. */
  const asked = async (harness: Harness, messageId: string) => {
    const before = agent.runs.length;
    const { taskId } = await harness.start();
    const run = await agent.run(before);
    run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
    run.send(upMessage(taskId, { messageId, state: 'needsHumanDecision', ask: 'Shall I?' }));
    return { taskId, run, prompt: await harness.untilPrompt(taskId, 'open') };
  };
  const answer = (harness: Harness, prompt: { id: string; digest: string }, key: string) =>
    harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
      feedback: { type: 'approve' },
      digest: prompt.digest,
      idempotencyKey: key,
    });

  it('a task that is started at one is read by the other, and both show the same, in the same order', async () => {
    const [one, other] = [await streamOf(first), await streamOf(second)];
    const { prompt } = await asked(second, 'p1');
    expect((await answer(second, prompt, 'the-answer-of-second')).status).toBe(201);
    expect((await agent.feedback(0)).message.parentMessageId).toBe('p1');
    await Promise.all([one, other].map((stream) => has(stream, '"change":"delivered"')));
    const last = positionsOf(one).at(-1) ?? 0;
    await other.until(() => (positionsOf(other).at(-1) ?? 0) >= last);
    const seen = positionsOf(one);
    expect(seen).toEqual(seen.map((_, index) => (seen[0] ?? 0) + index));
    expect(positionsOf(other).slice(0, seen.length)).toEqual(seen);
    expect(agent.runs).toHaveLength(1);
    expect(agent.feedbacks).toHaveLength(1);
  }, 60_000);

  it('a stream continues at the other from its cursor', async () => {
    const before = await streamOf(first);
    const { run, taskId } = await asked(first, 'p1');
    await has(before, '"change":"opened"');
    before.close();
    const cursor = before.frames.findLast(({ id, event }) => event === undefined && id)?.id;
    run.send(upMessage(taskId, { messageId: 'm2', state: 'completed' }));
    const after = await streamOf(second, `tasks=*&facts=all&after=${cursor}`);
    await has(after, '"m2"');
    expect(after.news('reset')).toEqual([]);
    expect(positionsOf(after)[0]).toBe((positionsOf(before).at(-1) ?? 0) + 1);
  }, 60_000);

  it('of four operators who answer at once at both, one wins', async () => {
    const { prompt } = await asked(first, 'p1');
    const answers = await Promise.all(
      ['anna', 'bert', 'cleo', 'dora'].map((name, index) =>
        answer(index % 2 === 0 ? first : second, prompt, `the-answer-of-${name}`),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const { key } = await agent.feedback(0);
    const [won] = answers.filter(({ status }) => status === 201);
    expect(key).toBe(won?.body.decisionId);
    for (const { status, body } of answers) {
      if (status === 409) expect(body.prompt.decision.id).toBe(won?.body.decisionId);
    }
    expect(agent.feedbacks).toHaveLength(1);
  }, 60_000);

  it('what both write in turn is bound by both: neither finds an event that was changed', async () => {
    for (const [harness, key] of [
      [first, 'one'],
      [second, 'two'],
      [first, 'three'],
    ] as const) {
      const { prompt } = await asked(harness, `p-${key}`);
      expect((await answer(harness, prompt, `the-answer-${key}`)).status).toBe(201);
    }
    for (const harness of [first, second]) {
      const { body } = await harness.request('GET', '/api/audit/verify');
      expect(body).toMatchObject({ ok: true, events: { from: 1, notBound: 0, broken: null } });
    }
  }, 60_000);

  it('a control that is requested at one is carried out by the other', async () => {
    const { taskId } = await asked(first, 'p1');
    const { status } = await second.request('POST', `/api/tasks/${taskId}/control`, {
      action: 'pause',
      idempotencyKey: 'pause-at-second',
    });
    expect(status).toBeLessThan(300);
    expect((await agent.control(0)).action).toBe('pause');
  }, 60_000);

  it('who looks at a question, what was drafted and which list has changed is announced at both', async () => {
    const { prompt } = await asked(first, 'p1');
    const stream = await streamOf(second);
    const path = `/api/prompts/${encodeURIComponent(prompt.id)}`;
    await first.request('PUT', `${path}/presence`, { tab: 'tab-1', mode: 'viewing' });
    await stream.until(() => stream.news('presence').length > 0);
    expect(stream.news('presence')).toMatchObject([{ promptId: prompt.id, people: [{}] }]);
    const { body } = await second.request('GET', '/api/presence');
    expect(body.items).toMatchObject([{ promptId: prompt.id }]);
    expect((await first.request('PUT', `${path}/draft`, { text: 'Perhaps' })).status).toBe(204);
    await stream.until(() => stream.news('draft').length > 0);
    const ann = { id: 'ann', name: 'Ann', role: 'operator' };
    expect((await first.request('POST', '/api/operators', ann)).status).toBe(201);
    await stream.until(() => stream.news('changed').length > 0);
    expect(stream.news('changed')).toEqual([{ what: 'operators' }]);
    expect((await second.request('DELETE', '/api/operators/ann')).status).toBe(204);
  }, 60_000);

  it('the printed link of one signs in at the other, once', async () => {
    const code = { code: 'one-time-code' };
    const session = await second.request('POST', '/api/session', code);
    expect(session.status).toBe(200);
    expect((await first.request('POST', '/api/session', code)).status).toBe(401);
  }, 60_000);

  it('a service that registers at one is found at the other, where it renews its lease', async () => {
    const service = {
      ...{ ephemeral: true, name: 'geo-planner', protocol: 'https', host: '10.0.0.5', port: 8443 },
      ephemeral_check: { check_type: 'TTL' },
    };
    const registered = await first.request('POST', '/api/uap/services', service);
    expect(registered.status).toBeLessThan(300);
    const { serviceRegistry } = second.services;
    await vi.waitUntil(() => serviceRegistry.services('geo-planner').length === 1, patience);
    const [known] = serviceRegistry.services('geo-planner');
    expect(await serviceRegistry.renew(known?.id ?? '', administrator)).toBe('renewed');
    const renewedAt = serviceRegistry.service(known?.id ?? '')?.updated_at;
    const { serviceRegistry: other } = first.services;
    await vi.waitUntil(() => other.service(known?.id ?? '')?.updated_at === renewedAt, patience);
    await second.services.serviceRegistry.remove(known?.id ?? '', administrator);
    await vi.waitUntil(() => other.services().length === 0, patience);
  }, 60_000);

  it('what is registered, changed and removed at one is so at the other at once', async () => {
    const place = { protocol: 'http', host: 'tools.acme.example', agent_protocol: 'mcp' };
    const listed = async () => {
      const { body } = await second.request('GET', '/api/uap/services');
      return Object.values(body).map((service) => memberOf(service, 'name'));
    };
    for (let round = 0; round < 10; round += 1) {
      const service = { ...place, name: `tools-${round}`, port: 8_080 };
      const { body } = await first.request('POST', '/api/uap/services', service);
      expect(await listed()).toEqual([service.name]);
      const path = `/api/uap/services/${body.id}`;
      await first.request('PATCH', path, { ...service, name: `changed-${round}` });
      expect(await listed()).toEqual([`changed-${round}`]);
      const [changed] = (await first.request('GET', '/api/uap/services')).body as never as {
        id: string;
      }[];
      await first.request('DELETE', `/api/uap/services/${changed?.id}`);
      expect(await listed()).toEqual([]);
    }
  }, 60_000);

  it('a call of an MCP client that waits at one is ended by an answer at another', async () => {
    const mcp = await startMcpHarness({ databaseUrl: database.url });
    try {
      const asking = mcp.call('request_approval', {
        action: 'deploy',
        arguments: { service: 'billing' },
        reason: 'The fix of the invoice rounding.',
      });
      const prompt = await mcp.asked();
      expect((await answer(second, prompt, 'the-answer-for-the-editor')).status).toBe(201);
      expect((await asking).data).toMatchObject({ status: 'approved' });
    } finally {
      await mcp.close();
    }
  }, 60_000);

  it('a call that is repeated at the other waits for the first', async () => {
    const order: string[] = [];
    let end = () => {};
    const isBegun = new Promise<void>((begun) => {
      void first.services.journal.alone('bulk', async () => {
        begun();
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        order.push('first');
      });
    });
    await isBegun;
    const later = second.services.journal.alone('bulk', async () => void order.push('second'));
    await second.services.journal.alone('other', async () => void order.push('other'));
    end();
    await later;
    expect(order).toEqual(['other', 'first', 'second']);
  }, 60_000);

  it('the other continues reading, and delivers, when the one on duty is stopped', async () => {
    const { taskId, prompt } = await asked(second, 'p1');
    await first.close('keep-directory');
    const again = await agent.run(1);
    expect(again.headers['last-event-id']).toBe('2');
    again.send(upMessage(taskId, { messageId: 'p2', state: 'needsHumanDecision', ask: 'And?' }));
    expect((await answer(second, prompt, 'the-first-answer')).status).toBe(201);
    expect((await agent.feedback(0)).message.parentMessageId).toBe('p1');
    await vi.waitUntil(async () => {
      const { body } = await second.request('GET', '/api/prompts?state=open');
      return body.items.some(
        ({ message }: { message: { messageId: string } }) => message.messageId === 'p2',
      );
    }, patience);
    first = await start();
    const other = await asked(first, 'p3');
    expect((await answer(first, other.prompt, 'the-answer-at-the-new-one')).status).toBe(201);
    expect((await agent.feedback(1)).message.parentMessageId).toBe('p3');
  }, 60_000);
});
