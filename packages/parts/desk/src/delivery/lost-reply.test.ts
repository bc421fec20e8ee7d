import { createServer, type ServerResponse } from 'node:http';
import type { Decision, Prompt } from '@countersign/api/prompt';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createDatabase, hasPostgres } from '@countersign/bff/testing/postgres';
import { promptsOf } from '@countersign/bff/testing/prompts-of';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { isInDoubt } from '@countersign/desk/in-doubt';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { createArrivals } from '@countersign/testkit/arrivals';
import { listenLocally } from '@countersign/testkit/local-server';
import { afterEach, describe, expect, it } from 'vitest';

const engines = hasPostgres ? ['sqlite', 'postgres'] : ['sqlite'];
const databaseOf = async (engine: string) =>
  engine === 'postgres' ? { databaseUrl: (await createDatabase()).url } : {};

let harness: Harness | null = null;
let close: (() => Promise<void>) | null = null;
afterEach(async () => {
  await harness?.close();
  await close?.();
});

type Write = (text: string) => void;
/** Where the reply to an answer breaks off: what of it leaves before the connection is reset, at most once. */
const breaks: Record<string, (send: Write, response: ServerResponse, started: string) => void> = {
  'before its first line': () => {},
  'behind its headers': (_send, response) => response.flushHeaders(),
  'within its first event': (send, _response, started) => send(started.slice(0, 20)),
  'behind its first event': (send, _response, started) => send(started),
  'behind the work': (send, _response, started) =>
    send(
      `${started}data: {"type":"TOOL_CALL_RESULT","toolCallId":"pay","messageId":"m","content":"paid"}\n\n`,
    ),
};

/**
 * An agent that asks before it pays, and pays with each answer that it takes. `breakOff`: the reply to the first answer. `later`: how it
 * refuses the next; with it, the agent says that it recognises its runs.
 */
async function startPayingAgent(
  breakOff: (typeof breaks)[string],
  later: ((response: ServerResponse) => void) | null = null,
) {
  const { announce, until } = createArrivals();
  let paid = 0;
  let answers = 0;
  /** What each request says about the interrupt. */
  const resumes: unknown[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { threadId, runId, resume }: RunAgentInput = JSON.parse(text);
    const frame = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
    const started = frame({ type: 'RUN_STARTED', threadId, runId });
    const say = (...events: object[]) => {
      const known = later === null ? {} : { 'hai-resume': 'last-event-id' };
      response.writeHead(200, { 'content-type': 'text/event-stream', ...known });
      response.end(started + events.map(frame).join(''));
    };
    const asks = { id: 'pay', reason: 'confirmation', message: 'Pay 120 EUR?' };
    const [entry] = resume ?? [];
    resumes.push(entry === undefined ? undefined : Object(entry).status);
    announce();
    if (resume === undefined) {
      const outcome = { type: 'interrupt', interrupts: [asks] };
      return say({ type: 'RUN_FINISHED', threadId, runId, outcome });
    }
    answers += 1;
    announce();
    if (answers > 1 && later !== null) return later(response);
    paid += 1;
    response.setHeader('content-type', 'text/event-stream');
    breakOff((part) => response.write(part), response, started);
    // Behind what is written: a reset drops what the socket has not sent.
    setTimeout(() => request.socket.resetAndDestroy(), 30);
  });
  const local = await listenLocally(server);
  close = local.close;
  return {
    url: local.origin,
    received: (count: number) => until(() => (resumes.length >= count ? true : undefined)),
    resumes: () => resumes,
    answered: (count: number) => until(() => (answers >= count ? true : undefined)),
    paid: () => paid,
  };
}

const answer = { feedback: { type: 'approve' }, idempotencyKey: 'answer-3f2b6c1e-9d5a-4c7b-8a54' };
const decide = (prompt: Prompt) =>
  harness?.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    ...answer,
    digest: prompt.digest,
  });

/** Whether the one question of a task is answered still, by the answer that was given, and what is said of it. */
async function kept(taskId: string, is: (decision: Decision) => boolean): Promise<Decision> {
  if (harness === null) throw new Error('no server');
  const { until, services } = harness;
  const read = async () => {
    const [prompt] = await promptsOf(services.journal.read, taskId, 'answered');
    return prompt?.decision && is(prompt.decision) ? prompt.decision : undefined;
  };
  return until(read);
}

describe.each(engines)('an answer whose reply breaks off (%s)', (engine) => {
  it.each(Object.keys(breaks))(
    '%s: it may have been carried out, and stays the answer',
    async (where) => {
      const agent = await startPayingAgent(breaks[where]!);
      const agents = [
        agentDescriptorSchema.parse({
          id: 'demo',
          name: 'Demo',
          protocol: 'ag-ui',
          url: agent.url,
        }),
      ];
      harness = await startHarness({ agents, ...(await databaseOf(engine)) });
      const { taskId } = await harness.start();
      const prompt = await harness.untilPrompt(taskId, 'open');
      expect((await decide(prompt))?.status).toBe(201);
      await agent.answered(1);
      if (where === 'behind the work') {
        expect((await kept(taskId, ({ state }) => state === 'acknowledged')).failure).toBeNull();
      } else {
        const { failure } = await kept(taskId, isInDoubt);
        expect(failure).toContain('It may have been carried out.');
      }
      // The task continues, and the answer is not sent with it once more.
      await harness.request('POST', `/api/tasks/${taskId}/messages`, {
        content: 'Thank you',
        idempotencyKey: 'words-3f2b6c1e-9d5a',
      });
      await agent.received(3);
      expect(agent.resumes()).toEqual([undefined, 'resolved', undefined]);
      expect(agent.paid()).toBe(1);
    },
  );

  it.each([409, 422])(
    'before its first line, and an agent that recognises its runs refuses the repeat with %d',
    async (status) => {
      const agent = await startPayingAgent(breaks['before its first line']!, (response) =>
        response.writeHead(status).end('{"detail":"not asked"}'),
      );
      const agents = [
        agentDescriptorSchema.parse({
          id: 'demo',
          name: 'Demo',
          protocol: 'ag-ui',
          url: agent.url,
        }),
      ];
      harness = await startHarness({ agents, ...(await databaseOf(engine)) });
      const { taskId } = await harness.start();
      await decide(await harness.untilPrompt(taskId, 'open'));
      const { failure, state } = await kept(taskId, isInDoubt);
      expect(failure).toContain('sent again, and that was refused. It may have been carried out.');
      expect(state).toBe('recorded');
      await harness.request('POST', `/api/tasks/${taskId}/messages`, {
        content: 'Thank you',
        idempotencyKey: 'words-3f2b6c1e-9d5a',
      });
      // What may have been done is not cancelled: the agent receives the words alone.
      await agent.received(4);
      expect(agent.resumes()).toEqual([undefined, 'resolved', 'resolved', undefined]);
    },
  );
});

describe.each(engines)('an answer whose run has no reply as its server ends (%s)', (engine) => {
  /** The run that brings the answer is received and not replied to; then the server is replaced. */
  const restarted = async (headers: Record<string, string>) => {
    const { announce, until } = createArrivals();
    let isThere = false;
    const reply = (_response: ServerResponse, index: number) => {
      isThere ||= index === 1;
      announce();
      return index === 1;
    };
    const agent = await startScriptedAgent({ headers, reply });
    close = agent.close;
    const agents = [describeAgent(agent, { feedback: false })];
    const database = await databaseOf(engine);
    harness = await startHarness({ agents, ...database });
    const { taskId, runId } = await harness.start();
    const first = await agent.run(0);
    first.send({ type: 'RUN_STARTED', threadId: taskId, runId });
    first.send(upMessage(taskId, { messageId: 'pay', state: 'needsHumanDecision' }));
    const prompt = await harness.untilPrompt(taskId, 'open');
    first.send({ type: 'RUN_FINISHED', threadId: taskId, runId });
    first.end();
    await harness.untilStatus(taskId, 'finished');
    await decide(prompt);
    await until(() => isThere || undefined);
    const { directory } = harness;
    await harness.close('keep-directory');
    harness = await startHarness({ agents, directory, ...database });
    return { agent, taskId };
  };

  it('is not sent once more to an agent that need not recognise the run: it stays the answer', async () => {
    const { agent, taskId } = await restarted({});
    const { state, failure } = await kept(taskId, isInDoubt);
    expect([state, failure]).toEqual([
      'recorded',
      expect.stringContaining('It may have been carried out.'),
    ]);
    await harness?.request('POST', `/api/tasks/${taskId}/messages`, {
      content: 'Thank you',
      idempotencyKey: 'words-3f2b6c1e-9d5a',
    });
    // The agent reads of it in the conversation, and not as an answer to act on.
    const { input } = await agent.run(1);
    expect(input.messages.map(({ content }) => content)).toEqual(['go', 'Approved.', 'Thank you']);
    expect(input.forwardedProps?.['upFormat']).toBeUndefined();
  });

  it('is sent again to an agent that recognises the run', async () => {
    const { agent, taskId } = await restarted({ 'hai-resume': 'last-event-id' });
    const { input } = await agent.run(1);
    expect(input.forwardedProps?.['upFormat']).toMatchObject({ parentMessageId: 'pay' });
    const { failure } = await kept(taskId, ({ state }) => state === 'delivered');
    expect(failure).toBeNull();
  });
});

describe.each(engines)('an answer to an open run whose reply breaks off (%s)', (engine) => {
  let agent: ScriptedAgent;
  const asked = async (feedbackStatus: (index: number) => number | 'cut') => {
    agent = await startScriptedAgent({ feedbackStatus });
    close = agent.close;
    harness = await startHarness({ agents: [describeAgent(agent)], ...(await databaseOf(engine)) });
    const { taskId, runId } = await harness.start();
    const run = await agent.run(0);
    run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
    run.send(upMessage(taskId, { messageId: 'pay', state: 'needsHumanDecision' }));
    await decide(await harness.untilPrompt(taskId, 'open'));
    return { taskId, run };
  };

  it.each<[string, (number | 'cut')[]]>([
    ['once', ['cut', 409]],
    ['twice', ['cut', 'cut', 400]],
    ['by a gateway, and the agent is away for a while', [502, 503, 410]],
  ])('%s, and the repeat is refused', async (_, replies) => {
    const { taskId } = await asked((index) => replies[index] ?? 500);
    const { failure, attempts } = await kept(taskId, isInDoubt);
    expect(failure).toContain('sent again, and that was refused. It may have been carried out.');
    expect(attempts).toBe(replies.length);
  });

  it('is not sent with a new run if the run has ended meanwhile', async () => {
    let end = () => {};
    const { taskId, run } = await asked((index) => {
      if (index > 0) end();
      return index === 0 ? 'cut' : 409;
    });
    end = () => {
      run.send({ type: 'RUN_FINISHED', threadId: taskId, runId: run.input.runId });
      run.end();
    };
    await kept(taskId, isInDoubt);
    expect(agent.runs).toHaveLength(1);
  });

  it('is open again if no attempt can have arrived', async () => {
    const { taskId } = await asked((index) => [503, 429, 409][index] ?? 500);
    const prompt = await harness?.until(async () => {
      const [found] = await promptsOf(harness!.services.journal.read, taskId, 'open');
      return found?.returned ? found : undefined;
    });
    expect(prompt?.returned).toMatchObject({ state: 'refused' });
  });
});
