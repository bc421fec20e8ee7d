import type { JsonObject } from '@countersign/json/json-object';
import { z } from 'zod';
import type { Goal, GoalStore } from './goal-store.ts';

/** A tool of the goal server: its entry in the list, and what it does. The result is text for agents. */
interface GoalTool {
  description: string;
  input: z.ZodType;
  annotations: JsonObject;
  call(store: GoalStore, given: unknown): string;
}

const goalText = z.string().trim().min(1).max(2_000);
const noInput = z.object({});
const setInput = z.object({ goal: goalText.meta({ description: 'The goal in natural language' }) });
const feedbackInput = z.object({
  achieved: z.boolean().meta({ description: 'Whether the goal has been achieved' }),
  feedback: z.string().max(2_000).meta({ description: 'The feedback to provide' }),
});

/** Agents read it unchanged, so it contains only what exists. */
export const goalTextOf = (goal: Goal | null): string => goal?.goal ?? '';

const without = 'There is no goal.';

export const goalTools: Readonly<Record<string, GoalTool>> = {
  set_goal: {
    description: 'Set the goal that the user has stated. It replaces an earlier one.',
    input: setInput,
    annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
    call(store, given) {
      const { goal } = setInput.parse(given);
      const before = store.set(goal);
      return before === null || before.goal === goal
        ? 'The goal is set.'
        : `The goal is set. It replaces: ${before.goal}`;
    },
  },
  get_goal: {
    description: 'Get the current goal of the user with all feedback given so far.',
    input: noInput,
    annotations: { readOnlyHint: true, openWorldHint: false },
    call: (store) => JSON.stringify(store.current()),
  },
  clear_goal: {
    description: 'Clear the current goal of the user, because it is withdrawn.',
    input: noInput,
    annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    call: (store) => (store.clear() === null ? without : 'The goal is cleared.'),
  },
  provide_feedback: {
    description:
      'Provide feedback for the current goal. If achieved is true, the current goal is cleared.',
    input: feedbackInput,
    annotations: { destructiveHint: false, idempotentHint: false, openWorldHint: false },
    call(store, given) {
      const feedback = feedbackInput.parse(given);
      if (store.provide(feedback) === null) return without;
      return feedback.achieved ? 'The goal is achieved and cleared.' : 'The feedback is taken.';
    },
  },
};

export const goalResource = {
  uri: 'goal://current',
  name: 'CurrentGoal',
  description: 'Returns the current goal defined by the user.',
  mimeType: 'text/plain',
};

/** What the server lists, as clients get it. */
export const goalLists = (): { tools: JsonObject[]; resources: JsonObject[] } => ({
  tools: Object.entries(goalTools).map(([name, { description, input, annotations }]) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
    return { name, description, inputSchema, annotations };
  }),
  resources: [{ ...goalResource }],
});
