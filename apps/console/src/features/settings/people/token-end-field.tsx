import { operatorsText } from '../../../text/administration.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';

const words = operatorsText.tokenEnd;
const offeredDays = [7, 30, 90, 365];
const dayMs = 24 * 60 * 60 * 1000;

/** When a token that is made ends; `''` = never. */
export function TokenEndField({
  value,
  onChange,
}: {
  value: string;
  onChange: (days: string) => void;
}) {
  return (
    <Field help={words.help} label={words.label}>
      {(ids) => (
        <Select
          {...ids}
          onChange={onChange}
          options={[
            { value: '', label: words.never },
            ...offeredDays.map((days) => ({ value: `${days}`, label: words.days(days) })),
          ]}
          value={value}
        />
      )}
    </Field>
  );
}

/** What is chosen, as it is sent. */
export const tokenEndOf = (days: string, nowMs: number): { tokenEndsAt?: number } =>
  days === '' ? {} : { tokenEndsAt: nowMs + Number(days) * dayMs };
