import { needsReason } from '@countersign/desk/reason';
import { decisionText as text } from '../../text/texts.ts';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Saved } from './saved.tsx';
import type { Answer } from './use-answer.ts';

type Member = 'note' | 'reason' | 'instruction';
const words: Record<Member, { label: string; hint: string; rows: number }> = {
  note: { label: text.note, hint: text.noteHint, rows: 2 },
  reason: { label: text.reason, hint: text.reasonHint, rows: 3 },
  instruction: { label: text.instruction, hint: text.instructionHint, rows: 4 },
};

/** A text to the agent: the note of an approval, the reason of a rejection, an instruction. */
export function TextComposer({ answer, member }: { answer: Answer; member: Member }) {
  const { label, hint, rows } = words[member];
  const { type } = answer.draft;
  const isNeeded = needsReason(answer, type);
  return (
    <section className="scrolls-down line-above compose stack" aria-label={text.yourAnswer}>
      <Field
        label={isNeeded ? text.reason : label}
        required={isNeeded}
        mark={<Saved answer={answer} />}
        {...(isNeeded ? { help: text.reasonRule(answer.prompt.severity) } : {})}
      >
        {(ids) => (
          <Textarea
            {...ids}
            rows={rows}
            data-composer
            placeholder={isNeeded ? text.reasonNeeded : hint}
            value={answer.draft[member]}
            onChange={(event) => answer.update({ [member]: event.target.value })}
          />
        )}
      </Field>
    </section>
  );
}
