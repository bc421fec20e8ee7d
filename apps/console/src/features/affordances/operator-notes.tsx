import { type FormEvent, useState } from 'react';
import { useAction } from '../../live/use-action.ts';
import { affordancesText } from '../../text/affordances.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Failed } from './failed.tsx';
import { Option } from './option.tsx';

const text = affordancesText.note;

/** What operators note of a signifier. */
export interface Note {
  isPinned: boolean;
  isHidden: boolean;
  examples: string[];
}

const nothing: Note = { isPinned: false, isHidden: false, examples: [] };

interface OperatorNotesProps {
  note: Note | null;
  save: (note: Note) => Promise<unknown>;
}

/** Pins, hides, and teaches by examples: what operators know better than words do. */
export function OperatorNotes({ note, save }: OperatorNotesProps) {
  const [form, setForm] = useState(note ?? nothing);
  const action = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const examples = form.examples.map((one) => one.trim()).filter((one) => one !== '');
    void action.run(() => save({ ...form, examples }));
  };
  return (
    <form className="stack-wide line-above affordance-notes" onSubmit={submit}>
      <h3>{text.title}</h3>
      <Option
        checked={form.isPinned}
        help={text.pinHelp}
        label={text.pin}
        onChange={(isPinned) => setForm({ ...form, isPinned })}
      />
      <Option
        checked={form.isHidden}
        help={text.hideHelp}
        label={text.hide}
        onChange={(isHidden) => setForm({ ...form, isHidden })}
      />
      <Field label={text.examples}>
        {(ids) => (
          <Textarea
            {...ids}
            onChange={({ target }) => setForm({ ...form, examples: target.value.split('\n') })}
            rows={3}
            value={form.examples.join('\n')}
          />
        )}
      </Field>
      <Failed of={action.failure} title={affordancesText.service.failed} />
      <p>
        <Button busy={action.busy} type="submit">
          {text.save}
        </Button>
      </p>
    </form>
  );
}
