import type { Prompt } from '@countersign/api/prompt';
import { publishCounts } from '@countersign/part-desk/controls/control-operations';
import { describeAgent, type Harness, type HarnessOptions, startHarness } from './harness.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import {
  type AgentRun,
  type Script,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from './scripted-agent.ts';

type Answer = Awaited<ReturnType<Harness['request']>>;

/** A server on a clock that only tests move, and an agent that asks. */
export interface Asking {
  clock: ManualClock;
  agent: ScriptedAgent;
  /** The current server: another one after `restart`. */
  readonly harness: Harness;
  taskId: string;
  run: AgentRun;
  /** Asks, as `p1` unless specified, and returns the open prompt. */
  ask(more?: object): Promise<Prompt>;
  /** Sends a message without waiting. */
  say(more: object): void;
  prompt(id: string): Promise<Prompt>;
  post(path: string, body?: unknown, token?: string): Promise<Answer>;
  /** Answers with an approval unless specified. */
  decide(prompt: { id: string; digest: string }, more?: object, token?: string): Promise<Answer>;
  /** Another operator's token. */
  hire(id: string, role?: string): Promise<string>;
  /** Advances the clock and runs everything that becomes due. */
  pass(ms: number): Promise<void>;
  /** The run of that index; the clock is advanced until it is there. */
  nextRun(index: number): Promise<AgentRun>;
  /** Sets the clock: no timer runs for it. */
  jump(ms: number): void;
  /** Ends the server and starts another one on the same store; the clock and the store may change meanwhile. */
  restart(downMs?: number, meanwhile?: (directory: string) => void): Promise<void>;
  changes(name: 'prompt' | 'decision'): string[];
  close(): Promise<void>;
}

export async function startAsking(
  options: HarnessOptions & {
    feedback?: boolean;
    control?: boolean;
    script?: Script;
    /** Further members of its descriptor. */
    descriptor?: object;
  } = {},
): Promise<Asking> {
  const clock = createManualClock();
  const { feedback = true, control = false, script, descriptor, ...more } = options;
  const agent = await startScriptedAgent({ headers: { 'hai-resume': 'last-event-id' }, ...script });
  const base: HarnessOptions = {
    clock,
    idleMs: 1e12,
    rejoinMs: 1e12,
    agents: [{ ...describeAgent(agent, { feedback, control }), ...descriptor }],
    ...more,
  };
  let harness = await startHarness(base);
  const { taskId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
  let keys = 0;
  const path = (id: string) => `/api/prompts/${encodeURIComponent(id)}`;
  const authorize = (token?: string) =>
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const speaker = () => agent.runs.at(-1) ?? run;
  const defaults = { messageId: 'p1', state: 'needsHumanDecision' as const, ask: 'Shall I?' };
  const say = (message: object) =>
    speaker().send(upMessage(taskId, { ...defaults, payload: { budget: 10 }, ...message }));
  const settle = async () => {
    // A timer commits, and consequences of the commit are due at once: a few turns for all of it.
    for (let turn = 0; turn < 4; turn += 1) {
      await harness.services.journal.commit(publishCounts, null);
      clock.advance(0);
    }
    await harness.services.journal.commit(publishCounts, null);
  };

  const asking: Asking = {
    clock,
    agent,
    get harness() {
      return harness;
    },
    taskId,
    run,
    say,
    async ask(message = {}) {
      say(message);
      const id = 'messageId' in message ? String(message.messageId) : defaults.messageId;
      return harness.until(() => {
        const fact = harness
          .facts(taskId, 'countersign.prompt')
          .findLast(({ prompt }) => (prompt as Prompt).message.messageId === id);
        const prompt = fact?.prompt as Prompt | undefined;
        return prompt?.state === 'open' ? prompt : undefined;
      });
    },
    prompt: async (id) => (await harness.request('GET', path(id))).body,
    post: (to, body, token) => harness.request('POST', to, body, authorize(token)),
    decide(prompt, body = {}, token) {
      keys += 1;
      return harness.request(
        'POST',
        `${path(prompt.id)}/decisions`,
        {
          feedback: { type: 'approve' },
          digest: prompt.digest,
          idempotencyKey: `key-of-answer-${keys}`,
          ...body,
        },
        authorize(token),
      );
    },
    async hire(id, role = 'operator') {
      const { body } = await harness.request('POST', '/api/operators', { id, name: id, role });
      return body.token;
    },
    async pass(ms) {
      clock.advance(ms);
      await settle();
    },
    async nextRun(index) {
      while (agent.runs.length <= index) await asking.pass(100);
      return agent.run(index);
    },
    jump: clock.set,
    async restart(downMs = 0, meanwhile) {
      const runs = agent.runs.length;
      await harness.close('keep-directory');
      clock.advance(downMs);
      meanwhile?.(harness.directory);
      harness = await startHarness({ ...base, directory: harness.directory });
      // The run is joined again, so that the agent continues in it.
      await agent.run(runs);
      await settle();
    },
    changes: (name) => harness.facts(taskId, `countersign.${name}`).map(({ change }) => change),
    async close() {
      await harness.close();
      await agent.close();
    },
  };
  return asking;
}
