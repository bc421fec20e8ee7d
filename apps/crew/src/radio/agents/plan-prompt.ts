import type { Ask } from '@countersign/agent/asking';
import { contextFromJsonSchema } from '@countersign/upformat/context';
import type { Figure } from '@countersign/upformat/edit-check';
import type { UpThought } from '@countersign/upformat/message';
import { z } from 'zod';
import { pciCount } from '../cell.ts';
import type { PlanFault, RequestedIdentity } from '../check-plan.ts';
import type { Assignment } from '../plan.ts';

export const assignmentSchema = z.object({
  cell: z.string(),
  site: z.string(),
  now: z.number().int(),
  proposed: z.number().int(),
  mod3: z.number().int(),
  clears: z.string(),
  reuseKm: z.number().nullable(),
});

/** The question to the operator: the plan as a table whose proposals may be edited and whose rows may be removed. */
export function planPrompt(plan: {
  cell: string;
  assignments: readonly Assignment[];
  faults: readonly PlanFault[];
  unsolved: number;
  users: number;
  upThought: UpThought | undefined;
  remark: string;
  map: Figure;
}): Ask {
  const { assignments, faults } = plan;
  const many = `${assignments.length} ${assignments.length === 1 ? 'cell' : 'cells'}`;
  return {
    state: 'needsHumanDecision',
    ask: `Change the identity of ${many} around ${plan.cell}?`,
    explanation: [
      plan.remark,
      faults.length > 0
        ? `Your edit does not hold: ${faults.map(({ detail }) => detail).join(' ')}`
        : 'The cells are live; each is off air for about half a minute.',
      plan.unsolved > 0 ? `${plan.unsolved} conflicts stay under these constraints.` : '',
    ]
      .filter((part) => part !== '')
      .join(' '),
    effect: `${many} change one after the other, about ${plan.users} users are off air for half a minute each. It can be paused and stopped; a stop rolls back.`,
    severity: 'critical',
    payload: { assignments: [...assignments] },
    upContext: contextFromJsonSchema(planSchema),
    ...(plan.upThought === undefined ? {} : { upThought: plan.upThought }),
    waiting: ['configuration'],
    upPrompt: { outputs: [plan.map] },
    allowedFeedback: ['approve', 'reject', 'edit', 'comment', 'instruction'],
  };
}

const shown = (title: string, type: string | string[]) => ({ type, title, readOnly: true });

const planSchema = {
  title: 'Plan of identities',
  type: 'object',
  required: ['assignments'],
  properties: {
    assignments: {
      type: 'array',
      title: 'Assignments',
      description: 'One row per cell that changes. A cell without a row keeps its identity.',
      minItems: 1,
      items: {
        type: 'object',
        required: ['cell', 'proposed'],
        properties: {
          cell: shown('Cell', 'string'),
          site: shown('Site', 'string'),
          now: shown('Now', 'integer'),
          proposed: {
            type: 'integer',
            title: 'Proposed',
            description: 'Physical cell identity',
            minimum: 0,
            maximum: pciCount - 1,
          },
          mod3: shown('mod 3', 'integer'),
          clears: shown('Clears', 'string'),
          reuseKm: shown('Reuse, km', ['number', 'null']),
        },
      },
    },
  },
};

const editedSchema = z.looseObject({
  assignments: z.array(z.looseObject({ cell: z.string(), proposed: z.number() })),
});

/** The wishes of an edited plan; null if it is not a plan. */
export function wishesOf(value: unknown): RequestedIdentity[] | null {
  const parsed = editedSchema.safeParse(value);
  if (!parsed.success) return null;
  return parsed.data.assignments.map(({ cell, proposed }) => ({ cell, pci: proposed }));
}
