import { schemaOf } from '@countersign/upformat/schema-reference';
import { clsx } from 'clsx';
import { MessageSquarePlus } from 'lucide-react';
import { useMemo } from 'react';
import { decisionEditText as text, valuesText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { IconButton } from '../../../ui/button.tsx';
import { SecretValue } from '../../../ui/texts/secret-value.tsx';
import type { Note, Range } from '../draft/notes-at.ts';
import { placeName } from '../draft/place-names.ts';
import { type Place, placesOf } from '../draft/places.ts';
import { SelectableText } from './selectable-text.tsx';
import type { Answer } from './use-answer.ts';
import './annotated-content.css';

const INDENT = 16;

/** A note that has just been made gets focus, so that one can write at once. */
export function addNote(answer: Answer, place: Omit<Note, 'id' | 'text'>): void {
  const { notes } = answer.draft;
  const id = `n${String(Math.max(0, ...notes.map((note) => Number(note.id.slice(1)) || 0)) + 1)}`;
  answer.update({ notes: [...notes, { id, text: '', ...place }] });
}

function Markers({ numbers }: { numbers: readonly number[] }) {
  return numbers.map((number) => (
    <span key={number} className="centred marker rigid" role="img" aria-label={text.marker(number)}>
      {number}
    </span>
  ));
}

interface RowProps {
  answer: Answer;
  /** Null = the explanation. */
  pointer: string | null;
  name: string;
  value: unknown;
  depth: number;
  isGroup: boolean;
  isSecret: boolean;
}

function Row({ answer, pointer, name, value, depth, isGroup, isSecret }: RowProps) {
  const { notes } = answer.draft;
  const here = notes.filter((note) => note.pointer === pointer);
  const numberOf = (note: Note) => notes.indexOf(note) + 1;
  const where = pointer === null ? text.explanation : placeName(answer.prompt.message, pointer);
  const onRange = (range: Range) =>
    addNote(answer, {
      pointer,
      range,
      quote: String(value).slice(range.start, range.end),
    });
  return (
    <li className="at-top soft-line-between place stack" style={{ paddingLeft: depth * INDENT }}>
      <span className="side-by-side wrapping place-name breakable">
        <span
          className={isGroup ? 'strong' : 'muted'}
          dir="auto"
          lang=""
          title={pointer ?? undefined}
        >
          {visibleText(name)}
        </span>
        <Markers numbers={here.map(numberOf)} />
      </span>
      <span className={clsx('place-value breakable', isGroup && 'desk-only')}>
        {isSecret && value !== '' && value !== null ? (
          <SecretValue title={name}>
            <span className="verbatim" dir="auto" lang="">
              {visibleText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}
            </span>
          </SecretValue>
        ) : typeof value === 'string' && value !== '' ? (
          <SelectableText
            value={value}
            where={where}
            notes={here}
            numberOf={numberOf}
            onSelect={onRange}
          />
        ) : (
          !isGroup && (
            <span className="tabular" dir="auto" lang="">
              {value === '' || value === null ? (
                <span className="muted">{valuesText.empty}</span>
              ) : (
                visibleText(JSON.stringify(value) ?? '')
              )}
            </span>
          )
        )}
      </span>
      {pointer !== null && (
        <IconButton
          label={text.noteOn(where)}
          icon={MessageSquarePlus}
          onClick={() => addNote(answer, { pointer, range: null, quote: '' })}
        />
      )}
    </li>
  );
}

/** The content while a comment is written: every field and every text can be the place of a note. */
export function AnnotatedContent({ answer }: { answer: Answer }) {
  const { message } = answer.prompt;
  const { explanation, payload } = message;
  const places = useMemo<Place[]>(() => placesOf(payload, schemaOf(message)), [payload, message]);
  if (places.length === 0 && !explanation) return null;
  return (
    <section className="soft-line-below panel-section" aria-label={text.content}>
      <div className="panel-section-head">
        <h2>{text.content}</h2>
      </div>
      <ul className="framed">
        {explanation && (
          <Row
            answer={answer}
            pointer={null}
            name={text.explanation}
            value={explanation}
            depth={0}
            isGroup={false}
            isSecret={false}
          />
        )}
        {places.map((place) => (
          <Row key={place.pointer} answer={answer} {...place} />
        ))}
      </ul>
    </section>
  );
}
