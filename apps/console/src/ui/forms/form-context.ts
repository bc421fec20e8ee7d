import { createContext, useContext } from 'react';
import type { Path } from './pointer.ts';
import { resolveNode, type SchemaNode } from './schema-node.ts';
import { matchesNode } from './validate.ts';

/** What every field of one form shares. */
export interface FormWorld {
  root: SchemaNode;
  /** The proposal, to mark what differs; undefined = there is none. */
  base: unknown;
  readOnly: boolean;
  idPrefix: string;
  /** The fault to show at a pointer, null when there is none or it is not time yet. */
  errorAt: (pointer: string) => string | null;
  touch: (pointer: string) => void;
  change: (path: Path, next: unknown) => void;
}

export const FormContext = createContext<FormWorld | null>(null);

export function useForm(): FormWorld {
  const world = useContext(FormContext);
  if (world === null) throw new Error('SchemaForm is missing');
  return world;
}

/** The node as it stands for this value: references followed, conditions decided. */
export function useNode(node: unknown, value: unknown): SchemaNode {
  const { root } = useForm();
  return resolveNode(node, root, (condition) => matchesNode(condition, root, value));
}

/** Id of the control at a pointer: a summary links to it. */
export function fieldId(prefix: string, pointer: string): string {
  return `${prefix}-f${pointer.replaceAll(/[^A-Za-z0-9_/-]/g, '.')}`;
}
