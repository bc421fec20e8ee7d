import type { AgentAddress } from '@countersign/agent/child-run';
import type { RunContext } from '@countersign/agent/run-context';
import type { UpThought } from '@countersign/upformat/message';
import { z } from 'zod';
import type { Network } from '../cell.ts';
import { checkPlan, type PlanFault, type RequestedIdentity } from '../check-plan.ts';
import { type Constraints, readConstraints } from '../constraints.ts';
import { type Assignment, reuseOf } from '../plan.ts';
import { askOrInstruction } from './ask-or-instruction.ts';
import { type ConstraintsRef, type IncidentRef, readIncident } from './handover.ts';
import { judgePlan, planMap } from './judge-plan.ts';
import { assignmentSchema, planPrompt, wishesOf } from './plan-prompt.ts';
import { changeRadio, mark } from './radio-state.ts';

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
  work: { ref: IncidentRef; constraints: Constraints },
): Promise<PlanDecision> {
  const { ref } = work;
  const network = readIncident(ref).now;
  let { constraints } = work;
  let remark = '';
  for (;;) {
    const said = context.instructions.take().map(({ text }) => text);
    if (said.length > 0) ({ constraints, remark } = heed(said.join('. '), network, constraints));
    await mark(context, 'plan', 'running');
    const { message, error } = await context.delegate(
      configuration,
      {
        state: context.state.get(),
        forwardedProps: { order: { task: 'plan', incident: ref, constraints: refOf(constraints) } },
      },
      { task: remark === '' ? 'Plan new identities' : `Plan again: ${remark}` },
    );
    const plan = planSchema.safeParse(message?.payload);
    if (!plan.success) {
      const reason = error?.message ?? message?.explanation ?? 'no plan came back';
      return { kind: 'failed', reason: `The Configuration agent could not plan: ${reason}` };
    }
    let { assignments } = plan.data;
    let faults: PlanFault[] = [];
    const ground = { network, cell: ref.cell, constraints };
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
        planPrompt({
          cell: ref.cell,
          assignments,
          faults,
          unsolved: plan.data.unsolved.length,
          users: assignments.reduce(
            (sum, { cell }) => sum + (network.byId.get(cell)?.users ?? 0),
            0,
          ),
          upThought: faults.length > 0 ? objections(faults) : message?.upThought,
          remark,
          map: planMap(ground, wishesIn(assignments)),
        }),
        { check: (value) => judgePlan(ground, value) },
      );
      if (feedback.type === 'approve') {
        const wishes = wishesIn(assignments);
        const checked = checkPlan(network, wishes, constraints);
        // Only an edit can have broken a rule: the planner keeps its rules.
        if (checked.faults.length === 0) return { kind: 'deploy', wishes };
        ({ faults } = checked);
        continue;
      }
      if (feedback.type === 'edit') {
        const wishes = wishesOf(feedback.content.value);
        if (wishes === null) {
          remark = 'The edit was not a plan.';
          continue;
        }
        const checked = await context.tool('check_plan', { wishes }, () =>
          checkPlan(network, wishes, constraints),
        );
        if (checked.faults.length === 0) return { kind: 'deploy', wishes };
        ({ faults } = checked);
        assignments = edited(assignments, wishes, network);
        continue;
      }
      const words =
        feedback.type === 'reject' ? (feedback.content?.reason ?? '') : wordsOf(feedback.content);
      const heeded = heed(words, network, constraints);
      if (!heeded.isUnderstood && feedback.type === 'reject') {
        return { kind: 'cancelled', reason: words };
      }
      ({ constraints, remark } = heeded);
      if (heeded.isUnderstood) break;
    }
  }
}

const wishesIn = (assignments: readonly Assignment[]): RequestedIdentity[] =>
  assignments.map(({ cell, proposed }) => ({ cell, pci: proposed }));

/** The changes that a text makes to the constraints, and the reply to it. */
function heed(words: string, network: Network, before: Constraints) {
  const { constraints, understood } = readConstraints(words, network, before);
  const isUnderstood = understood.length > 0;
  const remark = isUnderstood
    ? `Understood: ${understood.join('; ')}.`
    : `I did not understand “${words}”. I can keep cells or sites, change the reuse distance, limit the number of changes, and relax modulo 3.`;
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

/** The plan as the operator edited it, with the figures of the edited identities. */
function edited(
  assignments: readonly Assignment[],
  wishes: readonly RequestedIdentity[],
  network: Network,
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
        clears: pci === cell.pci ? 'Nothing' : (known?.clears ?? 'Added by the operator'),
        reuseKm: reuseOf(cell, pci, network),
      },
    ];
  });
}
