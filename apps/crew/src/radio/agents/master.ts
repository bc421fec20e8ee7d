import { type Agent, createAgent } from '@countersign/agent/agent';
import type { AgentAddress } from '@countersign/agent/child-run';
import type { RunContext } from '@countersign/agent/run-context';
import { z } from 'zod';
import { createTokenWriter, type TokenWriter } from '../../token-writer.ts';
import { defaultConstraints } from '../constraints.ts';
import { createIncident, UnknownCellError } from '../incident.ts';
import { analyse } from './analyse.ts';
import { declineInstructions } from './ask-or-instruction.ts';
import { decidePlan } from './decide-plan.ts';
import { type IncidentRef, readIncident } from './handover.ts';
import { changeRadio, mark, type WorkflowItem } from './radio-state.ts';
import { radioInputForm, readRequest } from './read-request.ts';

export interface MasterParts {
  rootCause: AgentAddress;
  configuration: AgentAddress;
  tokenDelayMs: number;
}

export const masterDescription =
  'Finds and mends what makes a radio cell slow. Example: “Downlink rate dropped at cell NTO-0437-2”';

/** The Radio Master: plans the work, delegates it to the other two, asks the operator, and sums up. */
export function createMaster(parts: MasterParts): Agent {
  return createAgent({
    id: 'radio-master',
    name: 'Radio Master',
    description: masterDescription,
    inputSchema: radioInputForm,
    run: (context) => work(context, parts),
  });
}

const items = (): WorkflowItem[] => [
  { id: 'cause', name: 'Find the cause', agent: 'root-cause', status: 'waiting' },
  { id: 'plan', name: 'Plan identities', agent: 'configuration', status: 'waiting' },
  { id: 'decide', name: 'Decide on the plan', agent: 'operator', status: 'waiting' },
  { id: 'deploy', name: 'Change the cells', agent: 'configuration', status: 'waiting' },
  { id: 'measure', name: 'Measure again', agent: 'root-cause', status: 'waiting' },
];

const causeSchema = z.looseObject({ cause: z.string(), site: z.string().nullable() });
const deployedSchema = z.looseObject({
  applied: z.array(z.object({ cell: z.string(), pci: z.number().int() })),
  skipped: z.array(z.string()),
});

async function work(context: RunContext, parts: MasterParts): Promise<unknown> {
  const speech = createTokenWriter(context, parts.tokenDelayMs);
  const request = readRequest(context.input.forwardedProps?.['input'], context.userText);
  await context.upformat({ state: 'submitted', explanation: 'The alarm is taken.' });
  await changeRadio(context, (state) => {
    state.workflowItems = items();
  });
  let ref: IncidentRef;
  try {
    const { cell } = createIncident(request.seed, request.cell);
    ref = { seed: request.seed, cell, refuses: request.refuses, changed: [] };
  } catch (error) {
    if (!(error instanceof UnknownCellError)) throw error;
    return end(context, 'failed', error.message);
  }
  await speech.say(
    `I take the alarm at **${ref.cell}**: first the cause, then a plan for you to decide on, then the change. `,
  );
  const cause = await findCause(context, parts, ref);
  if ('reason' in cause) return end(context, 'failed', cause.reason);
  const { now } = readIncident(ref);
  const prefer = now.cells.filter(({ site }) => site === cause.site).map(({ id }) => id);
  const decision = await decidePlan(context, parts.configuration, {
    ref,
    constraints: { ...defaultConstraints, prefer: new Set(prefer) },
  });
  if (decision.kind !== 'deploy') {
    await mark(context, 'decide', decision.kind === 'failed' ? 'failed' : 'cancelled');
    const reason =
      decision.kind === 'failed'
        ? decision.reason
        : `No cell is changed${decision.reason === '' ? '' : `: ${decision.reason}`}.`;
    return end(context, decision.kind, reason);
  }
  await mark(context, 'decide', 'done');
  return change(context, parts, { ref, wishes: decision.wishes, speech });
}

async function findCause(
  context: RunContext,
  { rootCause }: MasterParts,
  ref: IncidentRef,
): Promise<{ site: string | null } | { reason: string }> {
  await mark(context, 'cause', 'running');
  const { message, error } = await context.delegate(
    rootCause,
    { state: context.state.get(), forwardedProps: { incident: ref } },
    { task: `Find out why ${ref.cell} got slower` },
  );
  const cause = causeSchema.safeParse(message?.payload);
  if (message?.state !== 'completed' || !cause.success) {
    await mark(context, 'cause', 'failed');
    const reason = error?.message ?? message?.explanation ?? 'it said nothing';
    return { reason: `The Root Cause agent could not finish: ${reason}` };
  }
  await mark(context, 'cause', 'done');
  if (cause.data.cause !== 'identity-conflict') {
    return { reason: `The cause is ${cause.data.cause}: nothing I can mend by configuration.` };
  }
  return { site: cause.data.site };
}

async function change(
  context: RunContext,
  { configuration }: MasterParts,
  order: { ref: IncidentRef; wishes: { cell: string; pci: number }[]; speech: TokenWriter },
): Promise<unknown> {
  const { ref, wishes, speech } = order;
  await mark(context, 'deploy', 'running');
  const stopListening = declineInstructions(context, speech);
  const { message, error } = await context.delegate(
    configuration,
    {
      state: context.state.get(),
      forwardedProps: { order: { task: 'deploy', incident: ref, assignments: wishes } },
    },
    { task: `Change ${wishes.length} cells` },
  );
  stopListening();
  const deployed = deployedSchema.safeParse(message?.payload);
  if (message?.state !== 'completed' || !deployed.success) {
    const isCancelled = message?.state === 'cancelled';
    await mark(context, 'deploy', isCancelled ? 'cancelled' : 'failed');
    const said = message?.explanation ?? error?.message ?? 'it said nothing';
    return end(
      context,
      isCancelled ? 'cancelled' : 'failed',
      isCancelled ? said : `The change failed: ${said}`,
    );
  }
  await mark(context, 'deploy', 'done');
  await mark(context, 'measure', 'running');
  const { applied, skipped } = deployed.data;
  await sumUp(context, { ref: { ...ref, changed: applied }, before: ref, skipped, speech });
  await mark(context, 'measure', 'done');
  return { changed: applied.length, skipped: skipped.length };
}

async function sumUp(
  context: RunContext,
  sum: { ref: IncidentRef; before: IncidentRef; skipped: string[]; speech: TokenWriter },
): Promise<void> {
  const { ref, skipped } = sum;
  const measured = await context.tool('read_kpis', { cell: ref.cell }, () => {
    const broken = analyse(readIncident(sum.before));
    const after = analyse(readIncident(ref));
    return {
      before: broken.before,
      broken: broken.now,
      after: after.now,
      conflicts: after.conflicts.length,
      affected: broken.affected.slice(0, 12).map((row) => ({
        cell: row.cell,
        before: row.before,
        broken: row.now,
        after: after.affected.find(({ cell }) => cell === row.cell)?.now ?? row.before,
      })),
    };
  });
  await changeRadio(context, (state) => {
    state.kpis = measured.affected;
  });
  const { broken, after, before } = measured;
  const won = after.downlinkMbps - broken.downlinkMbps;
  const isMended = won > (before.downlinkMbps - broken.downlinkMbps) * 0.2;
  const left =
    measured.conflicts === 0 ? 'No conflict is left.' : `${conflictsIn(measured.conflicts)} left.`;
  const writer = await context.message();
  await sum.speech.write(
    writer,
    `${isMended ? 'Done' : 'Not mended'}: **${ref.changed.length} ${ref.changed.length === 1 ? 'cell has' : 'cells have'}** a new identity. ${ref.cell} ${isMended ? 'went from' : 'stays slow:'} ${broken.downlinkMbps} to **${after.downlinkMbps} Mbit/s** per user (${before.downlinkMbps} before the incident); handovers succeed in ${(after.handoverSuccess * 100).toFixed(1)} %. ${left}${skipped.length > 0 ? ` ${skipped.join(', ')} kept the old identity.` : ''}\n`,
  );
  await writer.output({
    type: 'chart',
    title: 'Mbit/s per user',
    kind: 'bar',
    categories: measured.affected.map(({ cell }) => cell),
    series: (['before', 'broken', 'after'] as const).map((name) => ({
      name,
      values: measured.affected.map((row) => row[name]),
    })),
  });
  await writer.end();
  await context.upformat({
    state: 'completed',
    explanation: `${ref.cell} ${isMended ? `is at ${after.downlinkMbps} Mbit/s again` : `stays at ${after.downlinkMbps} Mbit/s`}; ${measured.conflicts} conflicts are left.`,
    payload: { cell: ref.cell, changed: ref.changed, skipped, before, broken, after },
  });
}

const conflictsIn = (count: number) => (count === 1 ? '1 conflict is' : `${count} conflicts are`);

async function end(
  context: RunContext,
  state: 'cancelled' | 'failed',
  explanation: string,
): Promise<unknown> {
  await context.upformat({ state, explanation });
  return { changed: 0 };
}
