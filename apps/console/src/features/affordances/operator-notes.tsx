import { jsonEqual } from '@countersign/json/json-equal';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../live/problem-text.ts';
import { useAction } from '../../live/use-action.ts';
import { affordancesText } from '../../text/affordances.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Failed } from './failed.tsx';
import { Option } from './option.tsx';

const text = affordancesText.note;

/** What operators note of a signifier, with the number of its last change. */
export interface Note {
  isPinned: boolean;
  isHidden: boolean;
  examples: string[];
  version: number;
}

const nothing: Note = { isPinned: false, isHidden: false, examples: [], version: 0 };

interface OperatorNotesProps {
  note: Note | null;
  /** Resolves to the note as it is then. */
  save: (note: Note) => Promise<Note>;
  /** Reads it again: someone else has changed it. */
  readAgain: () => Promise<unknown>;
}

/** Pins, hides, and teaches by examples: what operators know better than words do. */
export function OperatorNotes({ note, save, readAgain }: OperatorNotesProps) {
  const stored = note ?? nothing;
  const [seen, setSeen] = useState(stored);
  const [start, setStart] = useState(stored);
  const [form, setForm] = useState(stored);
  const [isForeign, setForeign] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const action = useAction();
  const examples = form.examples.map((one) => one.trim()).filter((one) => one !== '');
  const sent = { ...form, examples };
  const take = () => {
    setStart(stored);
    setForm(stored);
    setForeign(false);
  };
  // They are read again while the operator types: what is typed stays.
  if (!jsonEqual(seen, stored)) {
    setSeen(stored);
    if (jsonEqual(form, start)) take();
    else setForeign(!jsonEqual(stored, { ...sent, version: stored.version }));
  }
  const change = (part: Partial<Note>) => {
    setForm({ ...form, ...part });
    setSaved(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void action.run(async () => {
      // Of what is shown: what has come after it is asked about.
      const saved = await save({ ...sent, version: stored.version }).catch(
        async (error: unknown) => {
          if (problemOf(error)?.type.endsWith('/note-changed')) await readAgain();
          throw error;
        },
      );
      setStart(saved);
      setForm((now) => (now === form ? saved : now));
      setForeign(false);
      setSaved(true);
    });
  };
  return (
    <form className="stack-wide line-above affordance-notes" onSubmit={submit}>
      <h3>{text.title}</h3>
      <Option
        checked={form.isPinned}
        help={text.pinHelp}
        label={text.pin}
        onChange={(isPinned) => change({ isPinned })}
      />
      <Option
        checked={form.isHidden}
        help={text.hideHelp}
        label={text.hide}
        onChange={(isHidden) => change({ isHidden })}
      />
      <Field label={text.examples}>
        {(ids) => (
          <Textarea
            {...ids}
            onChange={({ target }) => change({ examples: target.value.split('\n') })}
            rows={3}
            value={form.examples.join('\n')}
          />
        )}
      </Field>
      <Failed of={action.failure} title={affordancesText.service.failed} />
      {isForeign ? (
        <Banner
          action={<Button onClick={take}>{affordancesText.service.read}</Button>}
          role="alert"
          tone="need"
        >
          {text.changed}
        </Banner>
      ) : null}
      <p className="row">
        <Button busy={action.busy} type="submit">
          {text.save}
        </Button>
        <span className="small" role="status">
          {isSaved ? text.saved : null}
        </span>
      </p>
    </form>
  );
}
