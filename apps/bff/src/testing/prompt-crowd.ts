import type { OperatorRole } from '@countersign/api/operator';
import type { Prompt } from '@countersign/api/prompt';
import { publishCounts } from '@countersign/part-desk/controls/control-operations';
import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import type { UpMessage } from '@countersign/upformat/message';
import { describeAgent, type Harness, type HarnessOptions, startHarness } from './harness.ts';
import { promptsOf } from './prompts-of.ts';
import {
  type AgentRun,
  type Script,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from './scripted-agent.ts';

/** A server with one running agent that asks, and operators who answer. */
export interface Crowd {
  harness: Harness;
  agent: ScriptedAgent;
  run: AgentRun;
  taskId: string;
  /** Opens prompts with these message ids and returns them, in order, as they are shown. */
  ask(messageIds: string[], more?: Partial<UpMessage>): Promise<Prompt[]>;
  /** Adds operators; returns their credentials. */
  join<Id extends string>(
    ids: readonly Id[],
    role?: OperatorRole,
    groups?: string[],
  ): Promise<Record<Id, { authorization: string }>>;
  /** The current state of a prompt. */
  prompt(id: string): Promise<Prompt>;
  /** Resolves when all requests to the store so far are done. */
  settle(): Promise<void>;
  /** Ends the server and starts it again on the same store; time may pass `meanwhile`. */
  restart(meanwhile: () => void): Promise<void>;
  close(): Promise<void>;
}

export async function startCrowd(
  options: HarnessOptions & { script?: Script } = {},
): Promise<Crowd> {
  const { script, ...harnessOptions } = options;
  const agent = await startScriptedAgent(script);
  const harness = await startHarness({ agents: [describeAgent(agent)], ...harnessOptions });
  const { taskId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId: run.input.runId });
  const open = () => promptsOf(crowd.harness.services.journal.read, taskId, 'open');
  const crowd: Crowd = {
    harness,
    agent,
    run,
    taskId,
    async ask(messageIds, more = {}) {
      for (const messageId of messageIds) {
        const asked = {
          messageId,
          state: 'needsHumanDecision' as const,
          ask: `Shall I ${messageId}?`,
        };
        run.send(upMessage(taskId, { ...asked, ...more }));
      }
      return crowd.harness.until(async () => {
        const found = new Map((await open()).map((prompt) => [prompt.message.messageId, prompt]));
        const prompts = messageIds.flatMap((id) => found.get(id) ?? []);
        return prompts.length === messageIds.length && prompts;
      });
    },
    async join<Id extends string>(
      ids: readonly Id[],
      role: OperatorRole = 'operator',
      groups = [],
    ) {
      const signed: Partial<Record<Id, { authorization: string }>> = {};
      for (const id of ids) {
        const body = { id, name: id, role, groups };
        const answer = await crowd.harness.request('POST', '/api/operators', body);
        signed[id] = { authorization: `Bearer ${answer.body.token}` };
      }
      return signed as Record<Id, { authorization: string }>;
    },
    async prompt(id) {
      const found = await readPrompt(crowd.harness.services.journal.read, id);
      if (found === null) throw new Error(`no prompt ${id}`);
      return found;
    },
    async settle() {
      await crowd.harness.services.journal.commit(publishCounts, null);
    },
    async restart(meanwhile) {
      const { directory } = crowd.harness;
      await crowd.harness.close('keep-directory');
      meanwhile();
      crowd.harness = await startHarness({
        agents: [describeAgent(agent)],
        ...harnessOptions,
        directory,
      });
    },
    async close() {
      await crowd.harness.close();
      await agent.close();
    },
  };
  return crowd;
}
