import type { FeedbackType } from '@countersign/upformat/message';
import { ruleAnswerText, rulesText } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { wallInput } from '../../ui/time-zone.ts';
import type { RuleFaults, RuleForm } from './rule-form.ts';

const words = rulesText.form;
const offered: readonly FeedbackType[] = ['approve', 'reject', 'instruction'];
const DAY = 86_400_000;
const spans = [1, 7, 30, 90] as const;

interface RuleAnswerFieldsProps {
  form: RuleForm;
  faults: RuleFaults;
  disabled: boolean;
  /** Epoch ms of the server, when it is asked for. */
  now: () => number;
  set: (part: Partial<RuleForm>) => void;
}

/** The answer, its texts, and until when the rule applies. */
export function RuleAnswerFields({ form, faults, disabled, now, set }: RuleAnswerFieldsProps) {
  const isReason = form.answer === 'approve' || form.answer === 'reject';
  const { kept } = form;
  const options = [
    ...offered.map((value) => ({ value: value as string, label: ruleAnswerText[value] })),
    ...(kept === null ? [] : [{ value: kept.type, label: words.answerKept(kept.type) }]),
  ];
  const choose = (value: string) => {
    const answer = [...offered, ...(kept === null ? [] : [kept.type])].find((one) => one === value);
    set({ answer: answer ?? null });
  };
  return (
    <>
      <div className="halves">
        <Field error={faults['answer']} label={words.answer} required>
          {(ids) => (
            <Select
              {...ids}
              disabled={disabled}
              onChange={choose}
              options={options}
              placeholder={words.answerNone}
              value={form.answer ?? ''}
            />
          )}
        </Field>
        <Field error={faults['expires']} help={words.expiresHelp} label={words.expires} required>
          {(ids) => (
            <Input
              {...ids}
              disabled={disabled}
              onChange={({ target }) => set({ expires: target.value })}
              type="datetime-local"
              value={form.expires}
            />
          )}
        </Field>
      </div>
      {disabled ? null : (
        <fieldset
          aria-label={words.expires}
          className="row-tight wraps-on-phone at-end rule-spans unframed"
        >
          {spans.map((days) => (
            <Button
              key={days}
              onClick={() => set({ expires: wallInput(now() + days * DAY) })}
              small
            >
              {words.days(days)}
            </Button>
          ))}
        </fieldset>
      )}
      {form.answer === null || form.answer === 'edit' || form.answer === 'rank' ? null : (
        <Field
          error={faults['text']}
          help={isReason ? words.reasonHelp : undefined}
          label={isReason ? words.reason : words.textOf}
          required={!isReason}
        >
          {(ids) => (
            <Textarea
              {...ids}
              disabled={disabled}
              onChange={({ target }) => set({ text: target.value })}
              rows={2}
              value={form.text}
            />
          )}
        </Field>
      )}
    </>
  );
}
