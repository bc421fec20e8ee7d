import { maxPolicySteps } from '@countersign/api/settings/policy';
import type { FeedbackType, Severity } from '@countersign/upformat/message';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { policyText as text } from '../../text/administration.ts';
import { commonText, severityLabels } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { DurationInput } from '../../ui/inputs/duration-input.tsx';
import { SeverityMark } from '../../ui/marks/severity.tsx';
import {
  type ClassForm,
  newStep,
  type PolicyFaults,
  reasonKinds,
  type StepForm,
} from './policy-form.ts';
import { PolicyStep } from './policy-step.tsx';
import './policy-class.css';

interface PolicyClassProps {
  severity: Severity;
  form: ClassForm;
  faults: PolicyFaults;
  onChange: (form: ClassForm) => void;
}

/** What holds for one severity, as an administrator sets it. */
export function PolicyClass({ severity, form, faults, onChange }: PolicyClassProps) {
  const id = useId();
  const word = severityLabels[severity];
  const fault = (place: string) => faults[`${severity}.${place}`];
  const set = (part: Partial<ClassForm>) => onChange({ ...form, ...part });
  const setStep = (key: number, part: Partial<StepForm>) =>
    set({ steps: form.steps.map((step) => (step.key === key ? { ...step, ...part } : step)) });
  const setReason = (kind: FeedbackType, needed: boolean) =>
    set({
      reasonFor: reasonKinds.filter((one) =>
        one === kind ? needed : form.reasonFor.includes(one),
      ),
    });
  return (
    <section aria-labelledby={id} className="line-above policy stack-wide">
      <h2 className="row" id={id}>
        <SeverityMark severity={severity} />
        {word}
      </h2>
      <div className="policy-fields stack">
        <Field error={fault('claimLeaseMs')} help={text.claimLeaseHelp} label={text.claimLease}>
          {(ids) => (
            <DurationInput
              ids={ids}
              label={`${word}${commonText.comma}${text.claimLease}`}
              offered={['s', 'min', 'h']}
              onChange={(claimLeaseMs) => set({ claimLeaseMs })}
              value={form.claimLeaseMs}
            />
          )}
        </Field>
        <Field error={fault('takeOverMs')} help={text.takeOverHelp} label={text.takeOver}>
          {(ids) => (
            <DurationInput
              ids={ids}
              label={`${word}${commonText.comma}${text.takeOver}`}
              offered={['s', 'min']}
              onChange={(takeOverMs) => set({ takeOverMs })}
              value={form.takeOverMs}
            />
          )}
        </Field>
        <Field error={fault('recallMs')} help={text.recallHelp} label={text.recall}>
          {(ids) => (
            <DurationInput
              ids={ids}
              label={`${word}${commonText.comma}${text.recall}`}
              offered={['s', 'min']}
              onChange={(recallMs) => set({ recallMs })}
              value={form.recallMs}
            />
          )}
        </Field>
      </div>
      <fieldset className="side-by-side wrapping policy-radios unframed">
        <legend className="label unframed tight-below">{text.reason}</legend>
        {reasonKinds.map((kind) => (
          <Checkbox
            checked={form.reasonFor.includes(kind)}
            key={kind}
            label={text.kinds[kind]}
            onChange={(needed) => setReason(kind, needed)}
          />
        ))}
      </fieldset>
      <div className="items-at-start stack">
        <h3 className="label">{text.steps}</h3>
        {form.steps.length === 0 ? <p className="small muted">{text.stepsNone}</p> : null}
        <ol className="gone-if-empty stack full-width">
          {form.steps.map((step, index) => (
            <PolicyStep
              faults={faults}
              index={index}
              key={step.key}
              onChange={(part) => setStep(step.key, part)}
              onRemove={() => set({ steps: form.steps.filter(({ key }) => key !== step.key) })}
              place={`${severity}.steps.${index}`}
              step={step}
            />
          ))}
        </ol>
        {form.steps.some(({ to }) => to === 'default') ? (
          <p className="small muted help-text">{text.defaultNote}</p>
        ) : null}
        <Button
          disabled={form.steps.length >= maxPolicySteps}
          icon={Plus}
          onClick={() => set({ steps: [...form.steps, newStep()] })}
          small
        >
          {text.addStep}
          <span className="visually-hidden">
            {commonText.colon}
            {word}
          </span>
        </Button>
      </div>
    </section>
  );
}
