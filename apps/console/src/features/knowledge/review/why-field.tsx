import { knowledgeText as text } from '../../../text/knowledge.ts';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

interface WhyFieldProps {
  label?: string;
  autoFocus?: boolean;
  value: string;
  onChange: (why: string) => void;
}

/** The reason that the record of changes keeps. */
export function WhyField({ label = text.why, autoFocus = false, value, onChange }: WhyFieldProps) {
  return (
    <Field help={text.whyHelp} label={label}>
      {(ids) => (
        <Input
          {...ids}
          autoFocus={autoFocus}
          maxLength={1_000}
          onChange={(event) => onChange(event.target.value)}
          value={value}
        />
      )}
    </Field>
  );
}
