import type { FieldKind } from './field-kind.ts';
import type { FieldNodeProps } from './field-node.tsx';
import type { SchemaNode } from './schema-node.ts';

/** What `FieldNode` hands to the field it chose: the node resolved, its words, and whether it may be changed. */
export interface FieldProps extends Omit<FieldNodeProps, 'node'> {
  node: SchemaNode;
  kind: FieldKind;
  title: string;
  locked: boolean;
  /** Null is a value here. */
  nullable: boolean;
  /** What stands here once the field is cleared: mostly nothing, in a list the empty value that keeps the place. */
  emptied: unknown;
}
