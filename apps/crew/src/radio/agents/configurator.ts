import { type Agent, createAgent } from '@countersign/agent/agent';
import type { RunContext } from '@countersign/agent/run-context';
import { z } from 'zod';
import { createTokenWriter } from '../../token-writer.ts';
import { radioTextFor } from '../../words/radio-text.ts';
import { withIdentities } from '../cell.ts';
import { findConflicts } from '../conflicts.ts';
import { makePlan } from '../plan.ts';
import { deploy } from './deploy.ts';
import { constraintsRefSchema, incidentRefSchema, readIncident } from './handover.ts';
import { neighbourGraph } from './neighbour-graph.ts';

const orderSchema = z.discriminatedUnion('task', [
  z.object({
    task: z.literal('plan'),
    incident: incidentRefSchema,
    constraints: constraintsRefSchema,
  }),
  z.object({
    task: z.literal('deploy'),
    incident: incidentRefSchema,
    assignments: z.array(z.object({ cell: z.string(), pci: z.number().int() })),
  }),
]);

export interface ConfiguratorParts {
  tokenDelayMs: number;
  /** How long the simulated network takes to change one cell. */
  cellMs: number;
}

/** The Configuration agent: computes new identities by graph colouring, and applies them to the cells. */
export function createConfigurator(parts: ConfiguratorParts): Agent {
  return createAgent({
    id: 'configuration',
    name: 'Configuration',
    description: 'Plans physical cell identities by graph colouring and changes them cell by cell.',
    run: async (context) => {
      const order = orderSchema.parse(context.input.forwardedProps?.['order']);
      return order.task === 'plan'
        ? plan(context, order, parts)
        : deploy(context, order, parts.cellMs);
    },
  });
}

async function plan(
  context: RunContext,
  order: Extract<z.infer<typeof orderSchema>, { task: 'plan' }>,
  { tokenDelayMs }: ConfiguratorParts,
): Promise<unknown> {
  const speech = createTokenWriter(context, tokenDelayMs);
  const words = radioTextFor(context.language);
  const { now, cell } = readIncident(order.incident);
  const { keep, prefer, ...limits } = order.constraints;
  const constraints = { ...limits, keep: new Set(keep), prefer: new Set(prefer) };
  const found = await context.step(words.colour, () =>
    context.tool('colour_graph', { ...order.constraints, cells: now.cells.length }, () => {
      const { assignments, unsolved } = makePlan(now, constraints, words);
      return { assignments, unsolved };
    }),
  );
  const changed = new Map(found.assignments.map(({ cell: id, proposed }) => [id, proposed]));
  const left = findConflicts(withIdentities(now, changed));
  const writer = await context.message();
  await speech.write(
    writer,
    found.assignments.length === 0
      ? words.noPlan
      : words.planned(found.assignments.length, left.length),
  );
  const around = { cell, conflicts: findConflicts(now) };
  await writer.output(neighbourGraph(now, around, words.cellsAround(cell), changed));
  await writer.end();
  await context.upformat({
    state: 'completed',
    explanation: words.haveToChange(found.assignments.length, found.unsolved.length),
    payload: { assignments: found.assignments, unsolved: found.unsolved, left: left.length },
    upThought: {
      reasoning: words.planReasons(constraints.reuseKm, constraints.mod3 === 'strict'),
      confidence: found.unsolved.length > 0 ? 0.55 : 0.86,
      canProceed: false,
      assumptions: [words.computedRelations],
    },
  });
  return { assignments: found.assignments.length };
}
