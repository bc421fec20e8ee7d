import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ErrorSummary } from './error-summary.tsx';
import { fieldId } from './field-id.ts';
import { validateValue } from './schema/validate.ts';
import { SchemaForm } from './schema-form.tsx';

/** A form under test, and its current value. */
export interface FormUnderTest {
  user: ReturnType<typeof userEvent.setup>;
  value: () => unknown;
  /** The control or group at a pointer. */
  at: (pointer: string) => HTMLElement;
  /** Gives the form another value from outside. */
  set: (value: unknown) => void;
}

interface Given {
  start?: unknown;
  base?: unknown;
  showAll?: boolean;
  readOnly?: boolean;
  onBroken?: (broken: boolean) => void;
}

/** Draws a form with its summary; the value is kept by the page, as in the console. */
export function renderForm(schema: unknown, given: Given = {}): FormUnderTest {
  let latest: unknown;
  let put: (value: unknown) => void = () => undefined;
  function Page() {
    const [value, setValue] = useState(given.start);
    [latest, put] = [value, setValue];
    const errors = validateValue(schema, value);
    return (
      <>
        {given.showAll && <ErrorSummary errors={errors} idPrefix="t" schema={schema} />}
        <SchemaForm
          schema={schema}
          value={value}
          onChange={setValue}
          errors={errors}
          showAll={given.showAll ?? false}
          base={given.base}
          readOnly={given.readOnly ?? false}
          idPrefix="t"
          label="Answer"
          {...(given.onBroken ? { onBroken: given.onBroken } : {})}
        />
      </>
    );
  }
  render(<Page />);
  return {
    user: userEvent.setup(),
    value: () => latest,
    at: (pointer) => {
      const element = document.getElementById(fieldId('t', pointer));
      if (element === null) throw new Error(`nothing at ${pointer}`);
      return element;
    },
    set: (value) => put(value),
  };
}

/** One thing a person does: with a field by its label, a button by its name, or the keyboard. */
export type Step =
  | ['fill' | 'pick' | 'paste', label: string, text: string]
  | ['press' | 'tick' | 'clear' | 'open', name: string]
  | ['keys', text: string];

/** The control with a label; the label includes whether it is required. */
export function fieldOf(label: string): HTMLElement {
  const words = label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return screen.getByLabelText(new RegExp(`^${words}(?:required)?$`), {
    selector: 'input, select, textarea, button',
  });
}

/** Performs the actions in order. */
export async function act({ user }: FormUnderTest, steps: readonly Step[]): Promise<void> {
  for (const [verb, name, text = ''] of steps) {
    const field = () => fieldOf(name);
    switch (verb) {
      case 'fill':
      case 'paste':
        if (verb === 'fill') await user.clear(field());
        else await user.click(field());
        await user.paste(text);
        break;
      case 'pick':
        await user.selectOptions(field(), text);
        break;
      case 'press':
        await user.click(screen.getByRole('button', { name }));
        break;
      case 'clear':
        await user.clear(field());
        break;
      case 'keys':
        await user.keyboard(name);
        break;
      default:
        await user.click(field());
    }
  }
}

/** A short description of a group of fields. */
export const object = (
  properties: Record<string, unknown>,
  rest: Record<string, unknown> = {},
) => ({
  type: 'object',
  properties,
  ...rest,
});

/** A schema, the initial value, the actions of a person, and then the expected value and faults by place. */
export type Row = [
  name: string,
  schema: unknown,
  start: unknown,
  steps: readonly Step[],
  value: unknown,
  faults: readonly string[],
];
