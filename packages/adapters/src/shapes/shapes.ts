import { agentInbox } from './agent-inbox.ts';
import { choice } from './choice.ts';
import { open } from './open.ts';
import { review } from './review.ts';
import type { Shape } from './shape.ts';

/** Every shape by the name that is stored with its questions. */
export const shapes = { review, 'agent-inbox': agentInbox, choice, open } as const satisfies Record<
  string,
  Shape
>;
export type ShapeName = keyof typeof shapes;

export const isShapeName = (name: unknown): name is ShapeName =>
  typeof name === 'string' && Object.hasOwn(shapes, name);
