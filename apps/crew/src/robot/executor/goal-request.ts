import { z } from 'zod';

const inputSchema = z.object({
  description: z.enum(['utcp', 'wot']).default('utcp').meta({
    title: 'Description of the arm',
    description: 'Which of the two descriptions of the arm is followed: UTCP, or Web of Things.',
  }),
});

/** The form for consoles that start tasks; the goal is the message. */
export const goalInputForm = z.toJSONSchema(inputSchema, { target: 'draft-2020-12', io: 'input' });

export interface GoalRequest {
  /** null = the one that is set already. */
  goal: string | null;
  description: 'utcp' | 'wot';
}

/** Reads the form and the message. Consoles that send no message repeat the form as JSON, which is no goal. */
export function readGoalRequest(input: unknown, message: string): GoalRequest {
  const { data } = inputSchema.safeParse(input);
  const text = message.trim();
  const isGoal = text !== '' && !text.startsWith('{');
  return { goal: isGoal ? text : null, description: data?.description ?? 'utcp' };
}
