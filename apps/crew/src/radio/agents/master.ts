import { type Agent, createAgent } from '@countersign/agent/agent';
import type { AgentAddress } from '@countersign/agent/child-run';
import type { RunContext } from '@countersign/agent/run-context';
import { z } from 'zod';
import type { FindAgents } from '../../registry/find-agents.ts';
import { createTokenWriter, type TokenWriter } from '../../token-writer.ts';
import { type RadioText, radioTextFor } from '../../words/radio-text.ts';
import { defaultConstraints } from '../constraints.ts';
import { createIncident, UnknownCellError } from '../incident.ts';
import { analyse } from './analyse.ts';
import { declineInstructions } from './ask-or-instruction.ts';
import { decidePlan } from './decide-plan.ts';
import { findHelper } from './find-helper.ts';
import { type IncidentRef, readIncident } from './handover.ts';
import { changeRadio, mark, type WorkflowItem } from './radio-state.ts';
import { radioInputForm, readRequest } from './read-request.ts';
import { seenBefore } from './seen-before.ts';

export interface MasterParts {
  /** Searches the registry, in which its helpers are found; null = none is configured. */
  findAgents: FindAgents | null;
  tokenDelayMs: number;
}

export const masterDescription =
  'Finds out why a radio cell is slow, and corrects it. Example: “Downlink rate dropped at cell NTO-0437-2”';

const masterId = 'radio-master';

/** The Radio Master: finds agents that can do the work, delegates it to them, asks the operator, and sums up. */
export function createMaster(parts: MasterParts): Agent {
  return createAgent({
    id: masterId,
    name: 'Radio Master',
    description: masterDescription,
    inputSchema: radioInputForm,
    run: (context) => work(context, parts),
  });
}

/** The agents that were found for the work. */
interface Helpers {
  cause: AgentAddress;
  plan: AgentAddress;
}

const itemsIn = ({ items }: RadioText, { cause, plan }: Helpers): WorkflowItem[] => [
  { id: 'cause', name: items.cause, agent: cause.id, status: 'waiting' },
  { id: 'plan', name: items.plan, agent: plan.id, status: 'waiting' },
  { id: 'decide', name: items.decide, agent: 'operator', status: 'waiting' },
  { id: 'deploy', name: items.deploy, agent: plan.id, status: 'waiting' },
  { id: 'measure', name: items.measure, agent: masterId, status: 'waiting' },
];

async function findHelpers(
  context: RunContext,
  { findAgents }: MasterParts,
): Promise<Helpers | { reason: string }> {
  const registry = { findAgents, ownId: masterId };
  const cause = await findHelper(context, registry, 'cause');
  if ('reason' in cause) return cause;
  const plan = await findHelper(context, registry, 'plan');
  return 'reason' in plan ? plan : { cause: cause.helper, plan: plan.helper };
}

const identityConflict = 'identity-conflict';
type Cause = { site: string | null };
const causeSchema = z.looseObject({ cause: z.string(), site: z.string().nullable() });
const deployedSchema = z.looseObject({
  applied: z.array(z.object({ cell: z.string(), pci: z.number().int() })),
  skipped: z.array(z.string()),
});

async function work(context: RunContext, parts: MasterParts): Promise<unknown> {
  const speech = createTokenWriter(context, parts.tokenDelayMs);
  const words = radioTextFor(context.language);
  const request = readRequest(context.input.forwardedProps?.['input'], context.userText);
  await context.upformat({ state: 'submitted', explanation: words.taken });
  let ref: IncidentRef;
  try {
    const { cell } = createIncident(request.seed, request.cell);
    ref = { seed: request.seed, cell, refuses: request.refuses, changed: [] };
  } catch (error) {
    if (!(error instanceof UnknownCellError)) throw error;
    return end(context, 'failed', words.unknownCell(error.cell));
  }
  await speech.say(words.takes(ref.cell));
  const helpers = await findHelpers(context, parts);
  if ('reason' in helpers) return end(context, 'failed', helpers.reason);
  await changeRadio(context, (state) => {
    state.workflowItems = itemsIn(words, helpers);
  });
  const cause = await findCause(context, helpers.cause, ref);
  if ('reason' in cause) return end(context, 'failed', cause.reason);
  const { now } = readIncident(ref);
  const prefer = now.cells.filter(({ site }) => site === cause.site).map(({ id }) => id);
  const decision = await decidePlan(context, helpers.plan, {
    ref,
    constraints: { ...defaultConstraints, prefer: new Set(prefer) },
    seen: seenBefore(context.recalled, identityConflict),
  });
  if (decision.kind !== 'deploy') {
    await mark(context, 'decide', decision.kind === 'failed' ? 'failed' : 'cancelled');
    const reason = decision.kind === 'failed' ? decision.reason : words.unchanged(decision.reason);
    return end(context, decision.kind, reason);
  }
  await mark(context, 'decide', 'done');
  return change(context, helpers.plan, { ref, cause, wishes: decision.wishes, speech });
}

async function findCause(
  context: RunContext,
  rootCause: AgentAddress,
  ref: IncidentRef,
): Promise<Cause | { reason: string }> {
  const words = radioTextFor(context.language);
  await mark(context, 'cause', 'running');
  const { message, error } = await context.delegate(
    rootCause,
    { state: context.state.get(), forwardedProps: { incident: ref } },
    { task: words.findOut(ref.cell) },
  );
  const cause = causeSchema.safeParse(message?.payload);
  if (message?.state !== 'completed' || !cause.success) {
    await mark(context, 'cause', 'failed');
    const reason = error?.message ?? message?.explanation ?? words.saidNothing;
    return { reason: words.causeUnfinished(reason) };
  }
  await mark(context, 'cause', 'done');
  if (cause.data.cause !== identityConflict) {
    return { reason: words.otherCause(cause.data.cause) };
  }
  return { site: cause.data.site };
}

async function change(
  context: RunContext,
  configuration: AgentAddress,
  order: {
    ref: IncidentRef;
    cause: Cause;
    wishes: { cell: string; pci: number }[];
    speech: TokenWriter;
  },
): Promise<unknown> {
  const { ref, cause, wishes, speech } = order;
  const words = radioTextFor(context.language);
  await mark(context, 'deploy', 'running');
  const stopListening = declineInstructions(context, speech);
  const { message, error } = await context.delegate(
    configuration,
    {
      state: context.state.get(),
      forwardedProps: { order: { task: 'deploy', incident: ref, assignments: wishes } },
    },
    { task: words.changeCells(wishes.length) },
  );
  stopListening();
  const deployed = deployedSchema.safeParse(message?.payload);
  if (message?.state !== 'completed' || !deployed.success) {
    const isCancelled = message?.state === 'cancelled';
    await mark(context, 'deploy', isCancelled ? 'cancelled' : 'failed');
    const said = message?.explanation ?? error?.message ?? words.saidNothing;
    return end(
      context,
      isCancelled ? 'cancelled' : 'failed',
      isCancelled ? said : words.changeFailed(said),
    );
  }
  await mark(context, 'deploy', 'done');
  await mark(context, 'measure', 'running');
  const { applied, skipped } = deployed.data;
  const after = { ...ref, changed: applied };
  await sumUp(context, { ref: after, before: ref, cause, skipped, speech });
  await mark(context, 'measure', 'done');
  return { changed: applied.length, skipped: skipped.length };
}

async function sumUp(
  context: RunContext,
  sum: {
    ref: IncidentRef;
    before: IncidentRef;
    cause: Cause;
    skipped: string[];
    speech: TokenWriter;
  },
): Promise<void> {
  const { ref, skipped } = sum;
  const words = radioTextFor(context.language);
  const measured = await context.tool('read_kpis', { cell: ref.cell }, () => {
    const broken = analyse(readIncident(sum.before), words);
    const after = analyse(readIncident(ref), words);
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
  const isRepaired = won > (before.downlinkMbps - broken.downlinkMbps) * 0.2;
  const writer = await context.message();
  await sum.speech.write(
    writer,
    words.sumUp({
      cell: ref.cell,
      isRepaired,
      changed: ref.changed.length,
      before: before.downlinkMbps,
      broken: broken.downlinkMbps,
      after: after.downlinkMbps,
      handovers: (after.handoverSuccess * 100).toFixed(1),
      conflicts: measured.conflicts,
      skipped,
    }),
  );
  await writer.output({
    type: 'chart',
    title: words.rateChart,
    kind: 'bar',
    categories: measured.affected.map(({ cell }) => cell),
    series: (['before', 'broken', 'after'] as const).map((name) => ({
      name: words.series[name],
      values: measured.affected.map((row) => row[name]),
    })),
  });
  await writer.end();
  await context.upformat({
    state: 'completed',
    explanation: words.repaired(ref.cell, after.downlinkMbps, measured.conflicts, isRepaired),
    payload: {
      ...{ cell: ref.cell, changed: ref.changed, skipped, before, broken, after },
      ...(isRepaired ? { experience: [experienceOf(context, sum, words)] } : {}),
    },
  });
}

/** What is worth remembering of a repaired fault, as an event of MEK. */
const experienceOf = (
  context: RunContext,
  { ref, cause }: { ref: IncidentRef; cause: Cause },
  words: RadioText,
) => ({
  memory_type: 'episode',
  importance: 'high',
  content: {
    event_summary: words.repairedBefore(ref.cell),
    timestamp: new Date(context.now()).toISOString(),
    location: cause.site ?? '',
    participants: [masterId],
    causal_chain: {},
    learnings: [words.learnt(ref.changed.length)],
    domain: 'ran',
    cause: identityConflict,
    cell: ref.cell,
  },
});

async function end(
  context: RunContext,
  state: 'cancelled' | 'failed',
  explanation: string,
): Promise<unknown> {
  await context.upformat({ state, explanation });
  return { changed: 0 };
}
