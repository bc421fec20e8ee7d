import { randomUUID } from 'node:crypto';
import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import type { Prompt } from '@countersign/api/prompt';
import type { DeclaredTool } from '@countersign/hai/agent-descriptor';
import { publishCounts } from '@countersign/part-desk/controls/control-operations';
import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import type { UpFeedback } from '@countersign/upformat/message';
import { expect } from 'vitest';
import { describeAgent, type Harness, type HarnessOptions, startHarness } from './harness.ts';
import type { ManualClock } from './manual-clock.ts';
import { promptsOf } from './prompts-of.ts';
import { type AgentRun, type ScriptedAgent, startScriptedAgent } from './scripted-agent.ts';

/** An agent that asks in a format other than UpFormat, and one operator. */
export interface Foreign {
  agent: ScriptedAgent;
  readonly harness: Harness;
  taskId: string;
  /** Open prompts of the task, as soon as there are so many. */
  open(count: number): Promise<Prompt[]>;
  prompt(id: string): Promise<Prompt>;
  decide(prompt: Prompt, feedback: UpFeedback): Promise<Awaited<ReturnType<Harness['request']>>>;
  preview(prompt: Prompt, feedback: UpFeedback): Promise<Awaited<ReturnType<Harness['request']>>>;
  /** Waits until the newest decision of a prompt has reached this state. */
  untilDecision(promptId: string, state: string): Promise<Prompt>;
  /** The n-th run, its input checked against AG-UI's own schema when it is an AG-UI agent. */
  run(index: number): Promise<AgentRun>;
  /** Advances a manual clock and runs everything that becomes due. */
  pass(clock: ManualClock, ms: number): Promise<void>;
  /** Ends the server and starts another one on the same store. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startForeign(
  protocol: 'ag-ui' | 'hai',
  options: HarnessOptions & { feedback?: boolean; tools?: DeclaredTool[] } = {},
): Promise<Foreign> {
  const { feedback = false, tools, ...more } = options;
  const agent = await startScriptedAgent();
  const agents = [
    { ...describeAgent(agent, { feedback }), protocol, ...(tools === undefined ? {} : { tools }) },
  ];
  let harness = await startHarness({ agents, ...more });
  const { taskId } = await harness.start();
  const post = (prompt: Prompt, what: string, body: object) =>
    harness.request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/${what}`, body);
  return {
    agent,
    get harness() {
      return harness;
    },
    taskId,
    open: (count) =>
      harness.until(async () => {
        const open = await promptsOf(harness.services.journal.read, taskId, 'open');
        return open.length === count ? open : undefined;
      }),
    async prompt(id) {
      return (await harness.request('GET', `/api/prompts/${encodeURIComponent(id)}`)).body;
    },
    decide: (prompt, given) =>
      post(prompt, 'decisions', {
        feedback: given,
        digest: prompt.digest,
        idempotencyKey: randomUUID(),
      }),
    preview: (prompt, given) => post(prompt, 'preview', { feedback: given }),
    untilDecision: (promptId, state) =>
      harness.until(async () => {
        const prompt = await readPrompt(harness.services.journal.read, promptId);
        return prompt?.decision?.state === state ? prompt : undefined;
      }),
    async run(index) {
      const run = await agent.run(index);
      if (protocol === 'ag-ui') expect(() => RunAgentInputSchema.parse(run.input)).not.toThrow();
      return run;
    },
    async pass(clock, ms) {
      clock.advance(ms);
      // A timer commits, and consequences of the commit are due at once: a few turns for all of it.
      for (let turn = 0; turn < 5; turn += 1) {
        await harness.services.journal.commit(publishCounts, null);
        clock.advance(0);
      }
    },
    async restart() {
      await harness.close('keep-directory');
      harness = await startHarness({ agents, ...more, directory: harness.directory });
    },
    async close() {
      await harness.close();
      await agent.close();
    },
  };
}

/** Starts a run and sends its start event. */
export async function begun(foreign: Foreign, index: number): Promise<AgentRun> {
  const run = await foreign.run(index);
  run.send({ type: 'RUN_STARTED', threadId: foreign.taskId, runId: run.input.runId });
  return run;
}

/** Ends a run with questions. */
export function interrupt(run: AgentRun, ...interrupts: object[]): void {
  const { threadId, runId } = run.input;
  run.send({
    type: 'RUN_FINISHED',
    threadId,
    runId,
    outcome: { type: 'interrupt', interrupts },
  });
  run.end();
}

export function finish(run: AgentRun): void {
  const { threadId, runId } = run.input;
  run.send({ type: 'RUN_FINISHED', threadId, runId });
  run.end();
}

export function callTool(run: AgentRun, toolCallId: string, toolCallName: string, args: object) {
  run.send({ type: 'TOOL_CALL_START', toolCallId, toolCallName });
  run.send({ type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(args) });
  run.send({ type: 'TOOL_CALL_END', toolCallId });
}
