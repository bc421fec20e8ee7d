import type { FieldIds } from '../field.tsx';
import type { FieldProps } from './field-props.ts';

/** What the control of a single value gets: ids that tie it to its words, and what to do. */
export interface ControlProps extends FieldIds {
  'aria-label'?: string;
  field: FieldProps;
  onChange: (next: unknown) => void;
  onBlur: () => void;
}
