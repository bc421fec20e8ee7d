import type { SchemaNode } from '@countersign/json-schema/schema-members';
import type { Path } from './pointer.ts';
import type { FieldKind } from './schema/field-kind.ts';

/** What a field is drawn from. */
export interface FieldNodeProps {
  node: unknown;
  value: unknown;
  path: Path;
  /** Its key in the object. */
  name: string;
  /** Its label, when it is not the schema's own: `Skills 2`. */
  title?: string;
  required: boolean;
  /** Columns of twelve for a single-line field; groups take the whole width. */
  span: 4 | 6 | 12;
  /** The form itself: an object without a frame around it. */
  root?: boolean;
  /** The name is shown elsewhere (the head of a table): only spoken here. */
  quiet?: boolean;
  /** Ids of texts elsewhere that describe it. */
  described?: string | undefined;
  /** Its container is read-only. */
  locked?: boolean;
  /** In a table: validated at every key, and the proposal may have its own cell. */
  cell?: { proposedBeside: boolean };
  /** An entry of a list: cleared, it keeps its place. */
  entry?: boolean;
  /** How many variants were chosen at this place already: a variant can be a choice of itself. */
  nested?: number;
}

/** What `FieldNode` passes to the chosen field: the node resolved, its label, and whether it may be changed. */
export interface FieldProps extends Omit<FieldNodeProps, 'node'> {
  node: SchemaNode;
  kind: FieldKind;
  title: string;
  locked: boolean;
  /** Hidden until it is requested, although its control is not that of a secret text. */
  secret: boolean;
  /** Null is a value here. */
  nullable: boolean;
  /** The value after the field is cleared: mostly undefined, in a list the empty value that keeps the place. */
  emptied: unknown;
}
