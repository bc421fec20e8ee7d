import { type ComponentType, createContext, useContext } from 'react';
import type { FieldNodeProps } from './field-props.ts';

/** Draws any field: given from above, since fields hold fields. */
export const FieldDrawing = createContext<ComponentType<FieldNodeProps> | null>(null);

/** A field within a field. */
export function NestedField(props: FieldNodeProps) {
  const Field = useContext(FieldDrawing);
  if (Field === null) throw new Error('SchemaForm is missing');
  return <Field {...props} />;
}
