import { gatewayText } from '../../text/registry.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { PolicyForm } from './policy-form.ts';

const words = gatewayText.form;

export interface CallerFieldsProps {
  form: PolicyForm;
  set: (part: Partial<PolicyForm>) => void;
  /** What is wrong with a field. */
  faultAt: (name: keyof PolicyForm) => string | null;
  /** A field was left. */
  leave: (name: keyof PolicyForm) => () => void;
  /** Ids of registrants. */
  registrants: readonly string[];
}

/** Who may call, and what a person has to do with it. */
export function CallerFields({ form, set, faultAt, leave, registrants }: CallerFieldsProps) {
  const known = commonText.inRow(registrants);
  return (
    <>
      <Checkbox
        checked={form.everyone}
        label={words.everyone}
        onChange={(everyone) => set({ everyone })}
      />
      {form.everyone ? null : (
        <Field
          error={faultAt('callers')}
          help={known === '' ? words.callersHelp : words.callersKnown(visibleText(known))}
          label={words.callers}
        >
          {(ids) => (
            <Input
              {...ids}
              autoCapitalize="none"
              autoComplete="off"
              onBlur={leave('callers')}
              onChange={({ target }) => set({ callers: target.value })}
              spellCheck={false}
              value={form.callers}
            />
          )}
        </Field>
      )}
      <Checkbox
        checked={form.approval}
        label={words.approval}
        onChange={(approval) => set({ approval })}
      />
      {form.approval ? (
        <Field
          error={faultAt('approvalMinutes')}
          help={words.approvalMinutesHelp}
          label={words.approvalMinutes}
          required
        >
          {(ids) => (
            <Input
              {...ids}
              inputMode="numeric"
              onBlur={leave('approvalMinutes')}
              onChange={({ target }) => set({ approvalMinutes: target.value })}
              value={form.approvalMinutes}
            />
          )}
        </Field>
      ) : null}
      <Checkbox
        checked={form.callerMayAnswer}
        label={words.mayAnswer}
        onChange={(callerMayAnswer) => set({ callerMayAnswer })}
      />
    </>
  );
}
