import type { CreateRule, RuleCondition } from '@countersign/api/rule';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAction } from '../../live/use-action.ts';
import { commonText, rulesText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFirstFault } from '../../ui/hooks/use-first-fault.ts';
import { Input } from '../../ui/input.tsx';
import { RuleAnswerFields } from './rule-answer-fields.tsx';
import { RuleConditions } from './rule-conditions.tsx';
import { RuleFailure } from './rule-failure.tsx';
import { type RuleFaults, type RuleForm, readRuleForm } from './rule-form.ts';
import { RuleMatchFields } from './rule-match-fields.tsx';
import './rule-editor.css';

const words = rulesText.form;

interface RuleEditorProps {
  start: RuleForm;
  /** The rule of the form is already saved. */
  isSaved: boolean;
  mayEdit: boolean;
  agents: readonly { id: string; name: string }[];
  proposals: readonly RuleCondition[];
  now: () => number;
  /** Saves it, and tries it when `andTry`. */
  save: (rule: CreateRule, andTry: boolean) => Promise<unknown>;
  /** Whether there are changes that are not saved. */
  onDirty: (dirty: boolean) => void;
  /** Notes above the buttons, before saving. */
  notice?: ReactNode;
  /** Next to the buttons. */
  children?: ReactNode;
}

/** A rule as a form: what it answers, what the answer is, when it ends. */
export function RuleEditor(props: RuleEditorProps) {
  const { start, isSaved, mayEdit, agents, proposals, now, save, onDirty } = props;
  const [form, setForm] = useState(start);
  const [dirty, setDirty] = useState(!isSaved);
  const [faults, setFaults] = useState<RuleFaults>({});
  const [andTry, setAndTry] = useState(true);
  const ref = useFirstFault(faults);
  const action = useAction();
  const mark = (isDirty: boolean) => {
    setDirty(isDirty);
    onDirty(isDirty);
  };
  const set = (part: Partial<RuleForm>) => {
    setForm((before) => ({ ...before, ...part }));
    mark(true);
  };
  const send = (withTrial: boolean) => {
    const read = readRuleForm(form, now());
    setFaults(read.ok ? {} : read.faults);
    if (!read.ok) return;
    setAndTry(withTrial);
    void action.run(() => save(read.rule, withTrial)).then((done) => done && mark(false));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(true);
  };
  const shared = { form, faults, disabled: !mayEdit, set };
  return (
    <form className="stack-wide rule-form" noValidate onSubmit={submit} ref={ref}>
      <Field error={faults['name']} help={words.nameHelp} label={words.name} required>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            disabled={!mayEdit}
            onChange={({ target }) => set({ name: target.value })}
            value={form.name}
          />
        )}
      </Field>
      <section aria-labelledby="rule-match" className="soft-line-above stack-wide rule-part">
        <h2 id="rule-match">{words.match}</h2>
        <RuleMatchFields {...shared} agents={agents} />
        <RuleConditions
          conditions={form.conditions}
          disabled={!mayEdit}
          faults={faults}
          onChange={(conditions) => set({ conditions })}
          proposals={proposals}
        />
      </section>
      <section aria-labelledby="rule-answer" className="soft-line-above stack-wide rule-part">
        <h2 id="rule-answer">{words.answer}</h2>
        <RuleAnswerFields {...shared} now={now} />
      </section>
      <RuleFailure of={action.failure} title={words.notSaved} />
      {Object.keys(faults).length === 0 ? null : (
        <Banner role="alert" tone="fail">
          {words.faults}
          {commonText.gap}
          {commonText.sentences([...new Set(Object.values(faults))])}
        </Banner>
      )}
      {props.notice}
      {mayEdit ? (
        <div className="row-wrap line-above rule-end">
          {props.children}
          <span className="grow small muted" role="status">
            {dirty && isSaved ? commonText.sentences([words.unsaved, words.newVersion]) : null}
          </span>
          <Button
            busy={action.busy && !andTry}
            disabled={!dirty || action.busy}
            onClick={() => send(false)}
          >
            {words.save}
          </Button>
          <Button
            busy={action.busy && andTry}
            disabled={!dirty || action.busy}
            type="submit"
            variant="primary"
          >
            {action.busy && andTry ? words.trying : words.saveAndTry}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
