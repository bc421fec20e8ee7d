import type { Ask } from '@countersign/agent/asking';
import { contextFromJsonSchema } from '@countersign/upformat/context';
import type { Figure } from '@countersign/upformat/edit-check';
import type { UpThought } from '@countersign/upformat/message';
import { z } from 'zod';
import type { RadioText } from '../../words/radio-text.ts';
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
export function planPrompt(
  words: RadioText,
  plan: {
    cell: string;
    assignments: readonly Assignment[];
    faults: readonly PlanFault[];
    unsolved: number;
    users: number;
    upThought: UpThought | undefined;
    remark: string;
    map: Figure;
  },
): Ask {
  const { assignments, faults } = plan;
  const { length: count } = assignments;
  return {
    state: 'needsHumanDecision',
    ask: words.changeAsk(count, plan.cell),
    explanation: [
      plan.remark,
      faults.length > 0 ? words.editFails(faults.map(({ detail }) => detail)) : words.live,
      plan.unsolved > 0 ? words.stay(plan.unsolved) : '',
    ]
      .filter((part) => part !== '')
      .join(words.between),
    effect: words.effect(count, plan.users),
    severity: 'critical',
    payload: { assignments: [...assignments] },
    upContext: contextFromJsonSchema(planSchema(words)),
    ...(plan.upThought === undefined ? {} : { upThought: plan.upThought }),
    waiting: ['configuration'],
    upPrompt: { outputs: [plan.map] },
    allowedFeedback: ['approve', 'reject', 'edit', 'comment', 'instruction'],
  };
}

const shown = (title: string, type: string | string[]) => ({ type, title, readOnly: true });

const planSchema = ({ form }: RadioText) => ({
  title: form.plan,
  type: 'object',
  required: ['assignments'],
  properties: {
    assignments: {
      type: 'array',
      title: form.assignments,
      description: form.aboutRows,
      minItems: 1,
      items: {
        type: 'object',
        required: ['cell', 'proposed'],
        properties: {
          cell: shown(form.cell, 'string'),
          site: shown(form.site, 'string'),
          now: shown(form.now, 'integer'),
          proposed: {
            type: 'integer',
            title: form.proposed,
            description: form.identity,
            minimum: 0,
            maximum: pciCount - 1,
          },
          mod3: shown(form.mod3, 'integer'),
          clears: shown(form.clears, 'string'),
          reuseKm: shown(form.reuse, ['number', 'null']),
        },
      },
    },
  },
});

const editedSchema = z.looseObject({
  assignments: z.array(z.looseObject({ cell: z.string(), proposed: z.number() })),
});

/** The wishes of an edited plan; null if it is not a plan. */
export function wishesOf(value: unknown): RequestedIdentity[] | null {
  const parsed = editedSchema.safeParse(value);
  if (!parsed.success) return null;
  return parsed.data.assignments.map(({ cell, proposed }) => ({ cell, pci: proposed }));
}
