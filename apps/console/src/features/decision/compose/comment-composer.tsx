import { tokensOf } from '@countersign/json/json-pointer';
import { isSecretAt } from '@countersign/json-schema/secret';
import type { UpMessage } from '@countersign/upformat/message';
import { schemaOf } from '@countersign/upformat/schema-reference';
import { Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { decisionText, decisionEditText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { isInPlace, type Note } from '../draft/notes-at.ts';
import { placeName } from '../draft/place-names.ts';
import { placesOf } from '../draft/places.ts';
import { Saved } from '../draft/saved.tsx';
import { addNote } from './annotated-content.tsx';
import type { Answer } from './use-answer.ts';
import './comment-composer.css';

const QUOTE = 60;

/** The place of a note as text: the annotated words, else the field. */
function whereOf({ pointer, range, quote }: Note, message: UpMessage): string {
  // A revision can make secret what was quoted.
  if (range === null || (pointer !== null && isSecretAt(schemaOf(message), tokensOf(pointer))))
    return pointer === null ? '' : placeName(message, pointer);
  const words = quote.length > QUOTE ? `${quote.slice(0, QUOTE)}…` : quote;
  return text.rangeOf(visibleText(words));
}

function NoteField({ answer, note, number }: { answer: Answer; note: Note; number: number }) {
  const { notes } = answer.draft;
  const change = (words: string) =>
    answer.update({
      notes: notes.map((each) => (each.id === note.id ? { ...each, text: words } : each)),
    });
  const isGone = !isInPlace(note, answer.prompt.message);
  return (
    <li className="at-bottom note-form stack-tight">
      <Field
        label={
          <>
            <span className="centred marker rigid" aria-hidden>
              {number}
            </span>
            <span className="visually-hidden">{text.noteAt(number, '')}</span>
            <span className="truncate" dir="auto" title={note.pointer ?? undefined}>
              {whereOf(note, answer.prompt.message)}
            </span>
          </>
        }
        error={isGone ? text.noteGone : null}
      >
        {(ids) => (
          <Textarea
            {...ids}
            rows={1}
            data-note={note.id}
            placeholder={text.noteHint}
            value={note.text}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <IconButton
        label={text.removeNote(number)}
        icon={Trash2}
        onClick={() => answer.update({ notes: notes.filter((each) => each.id !== note.id) })}
      />
    </li>
  );
}

/** A note that was just made is written at once. */
function useNewNoteFocused(notes: readonly Note[]) {
  const list = useRef<HTMLUListElement>(null);
  const known = useRef(notes.length);
  useEffect(() => {
    const last = notes.at(-1);
    if (notes.length > known.current && last?.text === '')
      list.current?.querySelector<HTMLElement>(`[data-note="${last.id}"]`)?.focus();
    known.current = notes.length;
  }, [notes]);
  return list;
}

/** Each place by its label; equal labels get their pointers. */
function placeOptions(message: UpMessage): { value: string; label: string }[] {
  const places = placesOf(message.payload, schemaOf(message)).map(({ pointer }) => ({
    value: pointer,
    label: placeName(message, pointer),
  }));
  const isAlone = ({ label }: { label: string }) =>
    places.filter((other) => other.label === label).length === 1;
  return places.map((place) =>
    isAlone(place) ? place : { ...place, label: `${place.label} (${place.value})` },
  );
}

/** Several notes at their places and a comment on the whole: one answer. */
export function CommentComposer({ answer }: { answer: Answer }) {
  const { notes, comment } = answer.draft;
  const list = useNewNoteFocused(notes);
  const { message } = answer.prompt;
  const places = useMemo(() => placeOptions(message), [message]);
  return (
    <section className="scrolls-down line-above compose stack" aria-label={decisionText.yourAnswer}>
      {places.length > 0 && (
        <>
          <Field label={text.addNote} help={text.notesHelp}>
            {(ids) => (
              <Select
                {...ids}
                value=""
                placeholder={text.chooseField}
                options={places}
                onChange={(pointer) => addNote(answer, { pointer, range: null, quote: '' })}
              />
            )}
          </Field>
          {notes.length > 0 && (
            <ul className="stack" aria-label={text.notes} ref={list}>
              {notes.map((note, index) => (
                <NoteField key={note.id} answer={answer} note={note} number={index + 1} />
              ))}
            </ul>
          )}
        </>
      )}
      <Field
        label={notes.length > 0 ? text.summary : decisionText.comment}
        mark={<Saved answer={answer} />}
      >
        {(ids) => (
          <Textarea
            {...ids}
            rows={notes.length > 0 ? 2 : 3}
            data-composer
            placeholder={
              notes.length > 0
                ? text.summaryHint
                : answer.isAside
                  ? text.summaryAside
                  : text.summaryAlone
            }
            value={comment}
            onChange={(event) => answer.update({ comment: event.target.value })}
          />
        )}
      </Field>
    </section>
  );
}
