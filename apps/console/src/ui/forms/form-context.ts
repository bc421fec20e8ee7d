import { nodeForValue } from '@countersign/json-schema/node-for-value';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import type { CheckFault } from '@countersign/upformat/edit-check';
import { createContext, useContext } from 'react';
import type { Path } from './pointer.ts';
import { withoutNull } from './schema/branches.ts';

/** What every field of one form shares. */
export interface FormContextValue {
  root: SchemaNode;
  /** The proposal, to mark what differs; undefined = there is none. */
  base: unknown;
  readOnly: boolean;
  idPrefix: string;
  /** The form is so large that large parts start folded. */
  dense: boolean;
  /** The place requested by a summary, as keys; folds and pages on the way to it open. */
  revealed: Path | null;
  /** The fault to show at a pointer, null if there is none or it is not shown yet. */
  errorAt: (pointer: string) => string | null;
  /** The agent's messages about the values, each at its place. */
  reported: readonly CheckFault[];
  touch: (pointer: string) => void;
  change: (path: Path, next: unknown) => void;
  /** A part edited as JSON does not parse: its value is unknown. */
  setBroken: (pointer: string, broken: boolean) => void;
  /** Announces a change of the form to screen readers. */
  say: (words: string) => void;
}

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const world = useContext(FormContext);
  if (world === null) throw new Error('SchemaForm is missing');
  return world;
}

/** The node that applies to this value: references followed, conditions decided; and whether it may be null. */
export function useNode(node: unknown, value: unknown): { node: SchemaNode; nullable: boolean } {
  const { root } = useForm();
  return withoutNull(nodeForValue(root, node, value), root);
}
