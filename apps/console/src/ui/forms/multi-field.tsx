import { clsx } from 'clsx';
import { Checkbox } from '../checkbox.tsx';
import { type Choice, choiceIndex } from './field-kind.ts';
import type { FieldProps } from './field-props.ts';
import { fieldId, useForm } from './form-context.ts';
import { FaultLine } from './object-field.tsx';
import { getAt, sameJson, toPointer } from './pointer.ts';
import { ProposedMark } from './scalar-field.tsx';
import { textOf } from './schema-node.ts';

/** Several of a fixed set: a list of checkboxes. The order of the set is kept. */
export function MultiField({
  node,
  value,
  path,
  title,
  locked,
  choices,
}: FieldProps & { choices: Choice[] }) {
  const form = useForm();
  const pointer = toPointer(path);
  const error = form.errorAt(pointer);
  const chosen = Array.isArray(value) ? value : [];
  const help = textOf(node['description']);
  const base = getAt(form.base, path);
  const changed = !locked && form.base !== undefined && !sameJson(base, value);
  const toggle = (choice: Choice, on: boolean) => {
    const kept = chosen.filter((item) => !sameJson(item, choice.value));
    const next = on ? [...kept, choice.value] : kept;
    const place = (item: unknown) => choiceIndex(choices, item);
    form.change(
      path,
      next.toSorted((left, right) => place(left) - place(right)),
    );
    form.touch(pointer);
  };
  return (
    <fieldset
      className={clsx('fs c12', error && 'is-bad')}
      id={fieldId(form.idPrefix, pointer)}
      tabIndex={-1}
    >
      <legend className="fs-h">
        <span className="fs-t">{title}</span>
        {help && <span className="help">{help}</span>}
        {changed && <ProposedMark base={base} name={title} undo={() => form.change(path, base)} />}
      </legend>
      {error && <FaultLine text={error} />}
      <div className="checks">
        {choices.map((choice) => (
          <Checkbox
            key={choice.label}
            label={
              choice.description ? (
                <>
                  {choice.label} <span className="m s">{choice.description}</span>
                </>
              ) : (
                choice.label
              )
            }
            disabled={locked}
            checked={chosen.some((item) => sameJson(item, choice.value))}
            onChange={(on) => toggle(choice, on)}
          />
        ))}
      </div>
    </fieldset>
  );
}
