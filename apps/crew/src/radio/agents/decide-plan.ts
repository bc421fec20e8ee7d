import type { AgentAddress } from '@countersign/agent/child-run';
import type { RunContext } from '@countersign/agent/run-context';
import type { RecalledMemory } from '@countersign/hai/recalled';
import type { CheckReply, Figure } from '@countersign/upformat/edit-check';
import type { UpThought } from '@countersign/upformat/message';
import { z } from 'zod';
import { type RadioText, radioTextFor } from '../../words/radio-text.ts';
import type { Network } from '../cell.ts';
import { withIdentities } from '../cell.ts';
import { checkPlan, type PlanFault, type RequestedIdentity } from '../check-plan.ts';
import { findConflicts } from '../conflicts.ts';
import { type Constraints, readConstraints } from '../constraints.ts';
import { type Assignment, reuseOf } from '../plan.ts';
import { askOrInstruction } from './ask-or-instruction.ts';
import { type ConstraintsRef, type IncidentRef, readIncident } from './handover.ts';
import { neighbourGraph } from './neighbour-graph.ts';
import { assignmentSchema, planPrompt, wishesOf } from './plan-prompt.ts';
import { changeRadio, mark } from './radio-state.ts';

/** What the planner checks its plans against. */
interface PlanGround {
  network: Network;
  /** The cell of the incident. */
  cell: string;
  constraints: Constraints;
  words: RadioText;
}

/** The plan as a map: its changes, and the remaining conflicts. */
function planMap(
  { network, cell, words }: PlanGround,
  wishes: readonly { cell: string; pci: number }[],
): Figure {
  const changed = new Map(wishes.map(({ cell: id, pci }) => [id, pci]));
  const left = findConflicts(withIdentities(network, changed));
  return neighbourGraph(network, { cell, conflicts: left }, words.aroundWithPlan(cell), changed);
}

/** The planner's check of a plan that is being edited: the faults it would reject, at their rows, and the updated map. */
function judgePlan(ground: PlanGround, value: unknown): CheckReply {
  const wishes = wishesOf(value);
  if (wishes === null) return { faults: [{ path: '', message: ground.words.isNoPlan }] };
  const { faults } = checkPlan(ground.network, wishes, ground);
  return {
    faults: faults.map((fault) => ({
      path: placeOf(fault, wishes),
      message: fault.detail,
      severity: 'error',
    })),
    outputs: [planMap(ground, wishes)],
  };
}

/** At the identity of the row; for a duplicate cell, at its last row. */
function placeOf({ cell, rule }: PlanFault, wishes: readonly { cell: string }[]): string {
  const isIt = (wish: { cell: string }) => wish.cell === cell;
  const row = rule === 'twice' ? wishes.findLastIndex(isIt) : wishes.findIndex(isIt);
  if (row < 0) return '/assignments';
  return `/assignments/${row}/${rule === 'unknown-cell' || rule === 'twice' ? 'cell' : 'proposed'}`;
}

const planSchema = z.object({
  assignments: z.array(assignmentSchema),
  unsolved: z.array(z.unknown()),
});

export type PlanDecision =
  | { kind: 'deploy'; wishes: RequestedIdentity[] }
  | { kind: 'cancelled'; reason: string }
  | { kind: 'failed'; reason: string };

/** Has a plan made and asks the operator, repeatedly, until one is approved or the work is cancelled. */
export async function decidePlan(
  context: RunContext,
  configuration: AgentAddress,
  work: { ref: IncidentRef; constraints: Constraints; seen: RecalledMemory | undefined },
): Promise<PlanDecision> {
  const { ref } = work;
  const words = radioTextFor(context.language);
  const network = readIncident(ref).now;
  let { constraints } = work;
  let remark = '';
  for (;;) {
    const said = context.instructions.take().map(({ text }) => text);
    if (said.length > 0)
      ({ constraints, remark } = heed(said.join('. '), network, { before: constraints, words }));
    await mark(context, 'plan', 'running');
    const { message, error } = await context.delegate(
      configuration,
      {
        state: context.state.get(),
        forwardedProps: { order: { task: 'plan', incident: ref, constraints: refOf(constraints) } },
      },
      { task: words.planAgain(remark) },
    );
    const plan = planSchema.safeParse(message?.payload);
    if (!plan.success) {
      const reason = error?.message ?? message?.explanation ?? words.noPlanBack;
      return { kind: 'failed', reason: words.couldNotPlan(reason) };
    }
    let { assignments } = plan.data;
    let faults: PlanFault[] = [];
    const ground = { network, cell: ref.cell, constraints, words };
    await mark(context, 'plan', 'done');
    await mark(context, 'decide', 'running');
    for (;;) {
      await changeRadio(context, (state) => {
        state.plan = assignments.map(({ cell, now, proposed }) => ({
          cell,
          now,
          proposed,
          status: 'proposed',
        }));
      });
      const feedback = await askOrInstruction(
        context,
        planPrompt(words, {
          cell: ref.cell,
          assignments,
          faults,
          unsolved: plan.data.unsolved.length,
          users: assignments.reduce(
            (sum, { cell }) => sum + (network.byId.get(cell)?.users ?? 0),
            0,
          ),
          upThought:
            faults.length > 0
              ? objections(faults)
              : withExperience(message?.upThought, work.seen, words),
          remark,
          map: planMap(ground, wishesIn(assignments)),
        }),
        { check: (value) => judgePlan(ground, value) },
      );
      if (feedback.type === 'approve') {
        const wishes = wishesIn(assignments);
        const checked = checkPlan(network, wishes, ground);
        // Only an edit can have broken a rule: the planner keeps its rules.
        if (checked.faults.length === 0) return { kind: 'deploy', wishes };
        ({ faults } = checked);
        continue;
      }
      if (feedback.type === 'edit') {
        const wishes = wishesOf(feedback.content.value);
        if (wishes === null) {
          remark = words.noEdit;
          continue;
        }
        const checked = await context.tool('check_plan', { wishes }, () =>
          checkPlan(network, wishes, ground),
        );
        if (checked.faults.length === 0) return { kind: 'deploy', wishes };
        ({ faults } = checked);
        assignments = edited(assignments, wishes, { network, words });
        continue;
      }
      const answer =
        feedback.type === 'reject' ? (feedback.content?.reason ?? '') : wordsOf(feedback.content);
      const heeded = heed(answer, network, { before: constraints, words });
      if (!heeded.isUnderstood && feedback.type === 'reject') {
        return { kind: 'cancelled', reason: answer };
      }
      ({ constraints, remark } = heeded);
      if (heeded.isUnderstood) break;
    }
  }
}

const wishesIn = (assignments: readonly Assignment[]): RequestedIdentity[] =>
  assignments.map(({ cell, proposed }) => ({ cell, pci: proposed }));

/** The changes that a text makes to the constraints, and the reply to it. */
function heed(
  said: string,
  network: Network,
  { before, words }: { before: Constraints; words: RadioText },
) {
  const { constraints, understood } = readConstraints(said, network, { before, words });
  const isUnderstood = understood.length > 0;
  const remark = isUnderstood ? words.understood(understood) : words.notUnderstood(said);
  return { constraints, remark, isUnderstood };
}

const wordsOf = (content: unknown): string =>
  typeof content === 'object' && content !== null && 'text' in content ? String(content.text) : '';

const refOf = ({ keep, prefer, ...limits }: Constraints): ConstraintsRef => ({
  ...limits,
  keep: [...keep],
  prefer: [...prefer],
});

/** The objections to an edit. The planner's confidence was in its own plan. */
const objections = (faults: readonly PlanFault[]): UpThought => ({
  reasoning: faults.map(({ detail }) => detail),
  canProceed: false,
});

/** The planner's reasons, after what an operator may know already: that this was repaired before, and by which memory. */
const withExperience = (
  thought: UpThought | undefined,
  seen: RecalledMemory | undefined,
  words: RadioText,
): UpThought | undefined =>
  seen === undefined
    ? thought
    : { ...thought, reasoning: [words.seenBefore(seen), ...(thought?.reasoning ?? [])] };

/** The plan as the operator edited it, with the figures of the edited identities. */
function edited(
  assignments: readonly Assignment[],
  wishes: readonly RequestedIdentity[],
  { network, words }: { network: Network; words: RadioText },
): Assignment[] {
  return wishes.flatMap(({ cell: id, pci }) => {
    const cell = network.byId.get(id);
    const known = assignments.find((row) => row.cell === id);
    if (cell === undefined) return [];
    return [
      {
        cell: id,
        site: cell.site,
        now: cell.pci,
        proposed: pci,
        mod3: pci % 3,
        clears: pci === cell.pci ? words.clearsNone : (known?.clears ?? words.addedByOperator),
        reuseKm: reuseOf(cell, pci, network),
      },
    ];
  });
}
