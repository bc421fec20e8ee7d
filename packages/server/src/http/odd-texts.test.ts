import type { Prompt } from '@countersign/api/prompt';
import {
  adminToken,
  describeAgent,
  type Harness,
  startHarness,
} from '@countersign/bff/testing/harness';
import { createDatabase, hasPostgres, startMs } from '@countersign/bff/testing/postgres';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { relayedId } from '@countersign/hai/sender';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What no engine may fail at: NUL, which PostgreSQL does not have; halves of characters; and what NUL is stored as there. */
const odd = ['nul \0 end', 'half \ud83d end', 'half \udc00', 'mark \u{10FFFE}0 end', '\0'];
/** A half of a character is no text: it may become the sign for what cannot be read. */
const kept = (text: string) => Buffer.from(text).toString();

describe.each(['sqlite', ...(hasPostgres ? ['postgres'] : [])])('over HTTP, on %s', (engine) => {
  let harness: Harness;
  let agent: ScriptedAgent;
  let origin: string;
  let drop = async () => {};
  beforeAll(async () => {
    const database = engine === 'sqlite' ? null : await createDatabase();
    if (database !== null) drop = database.drop;
    agent = await startScriptedAgent();
    harness = await startHarness({
      agents: [describeAgent(agent)],
      ...(database === null ? {} : { databaseUrl: database.url }),
    });
    origin = await harness.listen();
  }, startMs);
  afterAll(async () => {
    await harness.close();
    await agent.close();
    await drop();
  });

  /** A request; the answer must be a success. */
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect([method, path, response.status < 300 ? 'ok' : text]).toEqual([method, path, 'ok']);
    // An export is lines of JSON.
    return text === '' || text.includes('\n{') ? null : JSON.parse(text);
  };
  const seen = encodeURIComponent;
  const open = (taskId: string, is: (prompt: Prompt) => boolean): Promise<Prompt> =>
    harness.until(async () => {
      const { items } = await call('GET', `/prompts?task=${seen(taskId)}&state=open`);
      return (items as Prompt[]).find(is);
    });
  const begin = async (message: string): Promise<{ taskId: string; run: AgentRun }> => {
    const before = agent.runs.length;
    const { taskId, runId } = await call('POST', '/tasks', { agentId: 'demo', message });
    const run = await agent.run(before);
    run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
    return { taskId, run };
  };
  const decide = (prompt: Prompt, feedback: object) =>
    call('POST', `/prompts/${seen(prompt.id)}/decisions`, {
      ...{ feedback, digest: prompt.digest, idempotencyKey: crypto.randomUUID() },
    });

  it.each(odd)(
    '%j in the events, questions and answers of a task',
    async (text) => {
      const { taskId, run } = await begin(kept(text));
      const metadata = { agentId: text };
      run.send({ type: 'BUSINESS_DATA_START', messageId: text, role: 'assistant', metadata });
      run.send({ type: 'BUSINESS_DATA_CONTENT', messageId: text, delta: text, metadata });
      run.send({ type: 'BUSINESS_DATA_END', messageId: text, metadata });
      run.send({ type: 'STATE_SNAPSHOT', snapshot: { [text]: text, list: [text] } });
      run.send({ type: 'STATE_DELTA', delta: [{ op: 'add', path: `/${text}x`, value: text }] });
      run.send({ type: 'STEP_STARTED', stepName: text });
      run.send({ type: 'STEP_FINISHED', stepName: text });
      run.send({ type: 'CUSTOM', name: text, value: text });
      // A question that has a half of a character in its id or words cannot be sealed, and is none.
      const toolCallId = kept(text);
      run.send({ type: 'TOOL_CALL_START', toolCallId, toolCallName: 'ask' });
      run.send({
        ...{ type: 'TOOL_CALL_ARGS', toolCallId },
        delta: JSON.stringify({ question: `Which ${kept(text)}?`, schema: { type: 'string' } }),
      });
      run.send({ type: 'TOOL_CALL_END', toolCallId });
      run.send(
        upMessage(taskId, {
          ...{ messageId: text, state: 'needsHumanDecision', explanation: text },
          payload: { [text]: text, budget: 1 },
          upPrompt: { ask: `May I ${text}?` },
        }),
      );
      const byTool = await open(taskId, ({ source }) => source.toolName === 'ask');
      const asked = await open(taskId, ({ source }) => source.toolName !== 'ask');
      expect(asked.ask).toBe(`May I ${kept(text)}?`);
      expect(asked.message.payload).toEqual({ [kept(text)]: kept(text), budget: 1 });
      expect(asked.message.messageId).toBe(kept(text));

      const id = seen(asked.id);
      await call('GET', `/prompts/${id}`);
      const path = `/tasks/${seen(taskId)}`;
      for (const view of ['', '/events', '/snapshot', '/activity', '/times', '/export']) {
        await call('GET', `${path}${view}`);
      }
      const { thread } = await call('GET', `${path}/snapshot`);
      expect(JSON.stringify(thread.state)).toContain(JSON.stringify(text).slice(1, -1));
      await call('GET', `${path}/blame?pointer=${seen(`/${kept(text)}`)}`);
      await call('GET', '/agents');
      // Its figures are looked for in the names of senders.
      await call('GET', '/agents/demo');
      await call('GET', '/queue');
      await call('GET', `/queue?find=${seen(kept(text))}`);
      await call('GET', `/audit?task=${seen(taskId)}`);
      const ofSender = `/tasks?agent=${seen(relayedId('demo', kept(text)))}`;
      expect((await call('GET', ofSender)).items).toMatchObject([{ id: taskId }]);
      const found = await call('GET', `/tasks?q=${seen(kept(text))}`);
      expect(found.items.map((task: { id: string }) => task.id)).toContain(taskId);

      // The call is answered elsewhere: its question is found by the id of the call.
      run.send({ type: 'TOOL_CALL_RESULT', toolCallId, messageId: `r-${text}`, content: text });
      await harness.until(
        async () => (await call('GET', `/prompts/${seen(byTool.id)}`)).state !== 'open',
      );
      const index = agent.feedbacks.length;
      await decide(asked, { type: 'reject', content: { reason: kept(text) } });
      const given = await agent.feedback(index);
      expect(given.message.upFeedback?.content).toEqual({ reason: kept(text) });
      run.send({ type: 'RUN_FINISHED', threadId: taskId, runId: run.input.runId });
      run.end();
      await harness.untilStatus(taskId, 'finished');
      expect(await call('GET', path)).toMatchObject({ rejected: true });
      // The next run is given what became of the call, by its id.
      const next = agent.runs.length;
      await call('POST', `${path}/messages`, { content: kept(text) });
      expect(JSON.stringify((await agent.run(next)).input.messages)).toContain(
        JSON.stringify(text).slice(1, -1),
      );
    },
    90_000,
  );

  it.each(odd.filter((text) => text === kept(text)))(
    '%j in what is registered and learnt',
    async (text) => {
      const name = `name ${text}`;
      const made = await call('POST', '/knowledge/memories', {
        ...{ type: 'semantic', name, tags: [name], agent: 'demo' },
        content: { concept_name: name, definition: name },
      });
      expect(made.name).toBe(name);
      const { items } = await call('GET', `/knowledge/memories?q=${seen(kept(text))}`);
      expect(items.map(({ id }: { id: string }) => id)).toContain(made.id);
      const service = await call('POST', '/uap/services', {
        ...{ name: `odd-${odd.indexOf(text)}`, protocol: 'http', host: '127.0.0.1', port: 1 },
        tags: [name],
      });
      expect(JSON.stringify(service)).toContain('id');
      expect(JSON.stringify(await call('GET', '/uap/services'))).toContain(
        JSON.stringify(text).slice(1, -1),
      );
      await call('GET', '/registry/services');
      await call('POST', '/operators', { id: `o${odd.indexOf(text)}`, name, role: 'viewer' });
      await call('POST', '/views', { name, shared: true, search: { q: text } });
      expect((await call('GET', '/views')).items).toContainEqual(
        expect.objectContaining({ name, search: { q: text } }),
      );
      await call('GET', '/operators');
      await call('GET', '/audit');
    },
    90_000,
  );
});
