import type { FieldIds } from '../field.tsx';
import type { FieldProps } from './field-props.ts';

/** The props of the control of a single value: ids that link it to its label and messages, and callbacks. */
export interface ControlProps extends FieldIds {
  'aria-label'?: string;
  field: FieldProps;
  onChange: (next: unknown) => void;
  onBlur: () => void;
}
