import type { FieldNodeProps } from './field-node.tsx';
import type { SchemaNode } from './schema-node.ts';

/** What `FieldNode` hands to the field it chose: the node resolved, its words, and whether it may be changed. */
export interface FieldProps extends Omit<FieldNodeProps, 'node'> {
  node: SchemaNode;
  title: string;
  locked: boolean;
}
