import { decisionText as text } from '../../text/decision.ts';
import { Field } from '../../ui/field.tsx';
import { isRecord, toPointer } from '../../ui/forms/pointer.ts';
import { Textarea } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import type { Answer } from './use-answer.ts';

const MAX_ANCHORS = 300;

/** Every place of the payload a comment can be about, as JSON Pointers. */
export function anchorsOf(payload: unknown): string[] {
  const anchors: string[] = [];
  const walk = (value: unknown, path: readonly string[]): void => {
    if (anchors.length >= MAX_ANCHORS || path.length > 8) return;
    if (path.length > 0) anchors.push(toPointer(path));
    if (Array.isArray(value))
      value.forEach((item, index) => void walk(item, [...path, String(index)]));
    else if (isRecord(value))
      for (const [key, item] of Object.entries(value)) walk(item, [...path, key]);
  };
  walk(payload, []);
  return anchors;
}

type Member = 'note' | 'reason' | 'comment' | 'instruction';
const words: Record<Member, { label: string; hint: string; rows: number }> = {
  note: { label: text.note, hint: text.noteHint, rows: 2 },
  reason: { label: text.reason, hint: text.reasonHint, rows: 3 },
  comment: { label: text.comment, hint: text.commentHint, rows: 4 },
  instruction: { label: text.instruction, hint: text.instructionHint, rows: 4 },
};

/** Words to the agent: the note of an approval, the reason of a rejection, a comment, an instruction. */
export function TextComposer({ answer, member }: { answer: Answer; member: Member }) {
  const anchors = member === 'comment' ? anchorsOf(answer.prompt.message.payload) : [];
  const { label, hint, rows } = words[member];
  return (
    <section className="compose" aria-label={text.yourAnswer}>
      {anchors.length > 0 && (
        <Field label={text.about}>
          {(ids) => (
            <Select
              {...ids}
              value={answer.draft.anchor}
              placeholder={text.aboutAll}
              options={anchors.map((anchor) => ({ value: anchor, label: anchor }))}
              onChange={(anchor) => answer.update({ anchor })}
            />
          )}
        </Field>
      )}
      <Field label={label}>
        {(ids) => (
          <Textarea
            {...ids}
            rows={rows}
            data-composer
            placeholder={hint}
            value={answer.draft[member]}
            onChange={(event) => answer.update({ [member]: event.target.value })}
          />
        )}
      </Field>
    </section>
  );
}
