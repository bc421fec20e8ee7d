import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import type { Turns } from '@countersign/server/runtime/turns';
import { eventsOfRun } from '@countersign/server/store/events';
import { faultOf } from '@countersign/server/store/faults/store-fault';
import type { ReceivedAsk } from '../../decisions/questions/received-ask.ts';
import { createIntake, type Intake } from './intake.ts';

/** A run, with what is needed to read its events from before this server started. */
export interface KnownRun {
  agent: AgentDescriptor;
  protocol: AgentProtocol;
  detect: (frame: string) => string | null;
  input: RunAgentInput;
  journal: Journal;
  clock: Clock;
  turns: Turns;
  report: Report;
}

/** The intake of one run of an agent. */
export function intakeOf(
  {
    agent,
    protocol,
    detect,
    input,
    clock,
  }: Pick<KnownRun, 'agent' | 'protocol' | 'detect' | 'input' | 'clock'>,
  lastEventId: string | null,
): Intake {
  return createIntake({
    agentId: agent.id,
    threadId: input.threadId,
    runId: input.runId,
    earlier: input,
    now: clock.now,
    lastEventId,
    ...(agent.tools === undefined ? {} : { tools: agent.tools }),
    protocol,
    detect,
  });
}

/** After a restart, the order is checked with earlier events: with as many as can be read. */
export async function remember(run: KnownRun, intake: Intake): Promise<void> {
  await readBefore(run, intake).catch((error) => {
    if (faultOf(error).kind !== 'damaged') throw error;
    const { threadId: taskId, runId } = run.input;
    run.report('Not all earlier events of a run could be read.', error, { taskId, runId });
  });
}

/** Questions of a run that cannot be rejoined and whose end was not received: they are asked all the same. */
export async function asksLeftBy(run: KnownRun): Promise<ReceivedAsk[]> {
  const intake = intakeOf(run, null);
  await remember(run, intake);
  return intake.left();
}

async function readBefore(
  { journal, input, agent, turns }: KnownRun,
  intake: Intake,
): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = await eventsOfRun(journal.read, {
      threadId: input.threadId,
      after,
      runId: input.runId,
      agentId: agent.id,
    });
    for (const row of rows) intake.remember(JSON.parse(row.data));
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.sequence;
    // A long run has millions: others are served in between.
    await turns.next();
  }
}
