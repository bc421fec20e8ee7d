import { describeAgent, type Harness, startHarness } from './harness.ts';
import {
  type AgentRun,
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from './scripted-agent.ts';

/** Two agents of one server, of which the first runs and asks to pay; its events may claim any name. */
export interface AskedToPay {
  harness: Harness;
  agents: readonly [ScriptedAgent, ScriptedAgent];
  /** Starts a task of the first. */
  begin(): Promise<{ taskId: string; run: AgentRun }>;
  /** Asks in the started task, with `members` added to the event. */
  ask(messageId: string, members?: object): void;
  close(): Promise<void>;
}

export async function startAskedToPay(
  ...members: readonly [{ id: string; name?: string }, { id: string; name?: string }]
): Promise<AskedToPay> {
  const agents = [await startScriptedAgent(), await startScriptedAgent()] as const;
  const harness = await startHarness({
    agents: agents.map((agent, index) => ({ ...describeAgent(agent), ...members[index] })),
  });
  let begun: { taskId: string; run: AgentRun } | undefined;
  return {
    harness,
    agents,
    async begin() {
      const { taskId, runId } = await harness.start(members[0].id);
      const run = await agents[0].run(0);
      run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
      begun = { taskId, run };
      return begun;
    },
    ask(messageId, event = {}) {
      if (begun === undefined) throw new Error('no task was begun');
      const message = {
        messageId,
        state: 'needsHumanDecision' as const,
        ask: 'Pay 1,840.50?',
        payload: { amount: 5 },
      };
      begun.run.send({ ...upMessage(begun.taskId, message), ...event });
    },
    async close() {
      await harness.close();
      for (const agent of agents) await agent.close();
    },
  };
}
