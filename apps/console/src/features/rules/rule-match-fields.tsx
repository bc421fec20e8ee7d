import { type Severity, severities } from '@countersign/upformat/message';
import type { ComponentProps } from 'react';
import { useRoute } from '../../live/use-route.ts';
import { originOptions } from '../../text/known-origins.ts';
import { ruleOriginLabels, rulesText } from '../../text/texts.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import type { RuleFaults, RuleForm } from './rule-form.ts';

const words = rulesText.form;
const kinds: readonly RuleForm['kind'][] = ['any', 'blocking', 'followup'];
const isSeverity = (value: string): value is Severity => severities.some((one) => one === value);
const isKind = (value: string): value is RuleForm['kind'] => kinds.some((one) => one === value);

interface RuleMatchFieldsProps {
  form: RuleForm;
  faults: RuleFaults;
  disabled: boolean;
  agents: readonly { id: string; name: string }[];
  set: (part: Partial<RuleForm>) => void;
}

type ChoiceProps = Pick<
  ComponentProps<typeof Select>,
  'disabled' | 'onChange' | 'options' | 'value'
> & { label: string };

function Choice({ label, ...select }: ChoiceProps) {
  return <Field label={label}>{(ids) => <Select {...ids} {...select} />}</Field>;
}

/** Whose questions, of which kind, from where, and how severe. */
export function RuleMatchFields({ form, faults, disabled, agents, set }: RuleMatchFieldsProps) {
  const { data: protocols } = useRoute('GET /api/protocols', {});
  const described = protocols?.items.flatMap(({ origins }) => origins) ?? [];
  const known = agents.some(({ id }) => id === form.agentId) || form.agentId === '';
  const all = known ? agents : [...agents, { id: form.agentId, name: form.agentId }];
  return (
    <>
      <div className="halves">
        <Field error={faults['agentId']} label={words.agent} required>
          {(ids) => (
            <Select
              {...ids}
              bad={faults['agentId'] !== undefined}
              disabled={disabled}
              onChange={(agentId) => set({ agentId })}
              options={all.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder={words.agentNone}
              value={form.agentId}
            />
          )}
        </Field>
        <Choice
          disabled={disabled}
          label={words.severity}
          onChange={(value) => isSeverity(value) && set({ severityUpTo: value })}
          options={severities.map((value) => ({ value, label: words.severities(value) }))}
          value={form.severityUpTo}
        />
        <Choice
          disabled={disabled}
          label={words.kind}
          onChange={(value) => isKind(value) && set({ kind: value })}
          options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          value={form.kind}
        />
        <Choice
          disabled={disabled}
          label={words.origin}
          onChange={(origin) => set({ origin })}
          options={[
            { value: '', label: words.anyOrigin },
            ...originOptions(ruleOriginLabels, { described, chosen: form.origin }),
          ]}
          value={form.origin}
        />
        <Field help={words.relayedForHelp} label={words.relayedFor}>
          {(ids) => (
            <Input
              {...ids}
              autoCapitalize="none"
              autoComplete="off"
              disabled={disabled}
              maxLength={200}
              onChange={({ target }) => set({ relayedFor: target.value })}
              spellCheck={false}
              value={form.relayedFor}
            />
          )}
        </Field>
        <Field help={words.toolHelp} label={words.tool}>
          {(ids) => (
            <Input
              {...ids}
              autoCapitalize="none"
              autoComplete="off"
              className="input mono"
              disabled={disabled}
              onChange={({ target }) => set({ toolName: target.value })}
              spellCheck={false}
              value={form.toolName}
            />
          )}
        </Field>
      </div>
      {form.classKey === null ? null : (
        <div>
          <Checkbox
            checked={form.sameClass}
            disabled={disabled}
            label={words.sameClass}
            onChange={(sameClass) => set({ sameClass })}
          />
          <p className="small muted help-text">{words.sameClassHelp}</p>
        </div>
      )}
    </>
  );
}
