import { jsonEqual } from '@countersign/json/json-equal';
import { pointerOf } from '@countersign/json/json-pointer';
import { numberOf } from '@countersign/json-schema/schema-members';
import { formsText as text } from '../../text/texts.ts';
import { Checkbox } from '../checkbox.tsx';
import { fieldId } from './field-id.ts';
import type { FieldProps } from './field-props.ts';
import { useForm } from './form-context.ts';
import { GroupFrame } from './group-frame.tsx';
import { ProposedMark, useProposed } from './proposed-mark.tsx';
import { type Choice, choiceIndex } from './schema/choices.ts';
import { countHint } from './schema/hints.ts';

/** Several of a fixed set: a list of checkboxes. The order of the set is kept. */
export function MultiField(props: FieldProps & { choices: Choice[] }) {
  const { node, value, path, title, locked, choices } = props;
  const form = useForm();
  const pointer = pointerOf(path);
  const { base, changed } = useProposed(path, value);
  const chosen = Array.isArray(value) ? value : [];
  const toggle = (choice: Choice, on: boolean) => {
    const kept = chosen.filter((item) => !jsonEqual(item, choice.value));
    const next = on ? [...kept, choice.value] : kept;
    const place = (item: unknown) => choiceIndex(choices, item);
    form.change(
      path,
      next.toSorted((left, right) => place(left) - place(right)),
    );
    form.touch(pointer);
  };
  const most = numberOf(node['maxItems']);
  return (
    <GroupFrame
      field={props}
      className="unframed ruled form-group"
      {...(most === undefined ? {} : { count: text.entries(chosen.length, most) })}
      hint={countHint({ ...node, uniqueItems: false })}
      tools={
        changed && <ProposedMark base={base} name={title} undo={() => form.change(path, base)} />
      }
    >
      <div className="running checks">
        {choices.map((choice, index) => (
          <Checkbox
            key={choice.label}
            id={`${fieldId(form.idPrefix, pointer)}-o${String(index)}`}
            label={
              choice.description ? (
                <>
                  {choice.label} <span className="muted small">{choice.description}</span>
                </>
              ) : (
                choice.label
              )
            }
            disabled={locked}
            checked={chosen.some((item) => jsonEqual(item, choice.value))}
            onChange={(on) => toggle(choice, on)}
          />
        ))}
      </div>
    </GroupFrame>
  );
}
