import { useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { newId } from '../../live/session/browser-ports.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useAction } from '../../live/use-action.ts';
import { useRoute } from '../../live/use-route.ts';
import { commonText, sinceText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { Textarea } from '../../ui/input.tsx';

interface ShiftNotesProps {
  from: number;
  now: number;
  readOnly: boolean;
}

/** The notes of those who were here, and one's own for those who come next. */
export function ShiftNotes({ from, now, readOnly }: ShiftNotesProps) {
  const client = useClient();
  const notes = useRoute('GET /api/shift-notes', { query: { after: from } });
  const { busy, failure, run } = useAction();
  const [words, setWords] = useState('');
  // Sent again after a lost reply it is the same note.
  const [key, setKey] = useState(newId);
  const send = () =>
    void run(async () => {
      await client.api.addShiftNote({ text: words.trim(), idempotencyKey: key });
      setWords('');
      setKey(newId());
      await notes.refetch();
    });
  return (
    <section className="stack" aria-label={text.notes}>
      <h2>{text.notes}</h2>
      {notes.data?.items.map(({ id, name, at, text: said }) => (
        <figure className="since-note stack-tight" key={id}>
          <figcaption className="small muted">
            {commonText.inRow([visibleText(name), formatMoment(at, now)])}
          </figcaption>
          <p className="breakable verbatim" dir="auto" lang="">
            {visibleText(said)}
          </p>
        </figure>
      ))}
      {notes.data?.items.length === 0 && <p className="small muted">{text.noNotes}</p>}
      {!readOnly && (
        <>
          <Field label={text.ownNote} help={failure === null ? undefined : errorText(failure)}>
            {(ids) => (
              <Textarea
                {...ids}
                rows={3}
                value={words}
                onChange={({ target }) => setWords(target.value)}
              />
            )}
          </Field>
          <Button busy={busy} disabled={words.trim() === ''} onClick={send}>
            {text.leaveNote}
          </Button>
        </>
      )}
    </section>
  );
}
