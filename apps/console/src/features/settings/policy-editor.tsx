import { type Policy, policySchema } from '@countersign/api/settings/policy';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { problemOf } from '../../live/problem-text.ts';
import { useAction } from '../../live/use-action.ts';
import { policyText as text } from '../../text/administration.ts';
import { commonText, settingsText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useFirstFault } from '../../ui/hooks/use-first-fault.ts';
import { PolicyClass } from './policy-class.tsx';
import { PolicyConflict } from './policy-conflict.tsx';
import {
  classes,
  mergePolicies,
  type PolicyFaults,
  policyDifferences,
  policyForm,
  readPolicyForm,
} from './policy-form.ts';
import { Failure } from './section.tsx';
import './policy-editor.css';

interface PolicyEditorProps {
  policy: Policy;
  /** The version that this editor has saved last. */
  savedVersion: number | null;
  operatorName: (id: string) => string;
  /** Saves what was made from a version; gives the next. */
  change: (classes: Policy['classes'], version: number) => Promise<Policy>;
}

/** The policy that came instead, when the server refused this one. */
function newerPolicy(failure: unknown): Policy | null {
  const problem = problemOf(failure);
  if (problem === null || !problem.type.endsWith('/policy-changed')) return null;
  const parsed = policySchema.safeParse(problem['policy']);
  return parsed.success ? parsed.data : null;
}

/**
 * The policy as a form. It is made from the version that was read first: a newer one does not change the form, it is reported when
 * saving.
 */
export function PolicyEditor({ policy, savedVersion, operatorName, change }: PolicyEditorProps) {
  const [base, setBase] = useState(policy);
  const [form, setForm] = useState(() => policyForm(policy));
  const [faults, setFaults] = useState<PolicyFaults>({});
  const ref = useFirstFault(faults);
  const why = useRef<HTMLDivElement>(null);
  const action = useAction();
  const read = readPolicyForm(form);
  const changed =
    Object.keys(read.faults).length > 0 || policyDifferences(base.classes, read.classes).length > 0;
  const newer = newerPolicy(action.failure);
  const startFrom = (next: Policy) => {
    action.clear();
    setFaults({});
    setBase(next);
    setForm(policyForm(next));
  };
  const failed = action.failure !== null;
  // The form is longer than the screen: why it was not saved must be in sight.
  useEffect(() => {
    if (failed) why.current?.focus();
  }, [failed]);
  // Untouched, the form follows what holds now.
  if (!changed && policy.version !== base.version) startFrom(policy);
  const save = (of: Policy['classes'], version: number) =>
    void action.run(async () => {
      const saved = await change(of, version);
      setBase(saved);
      setForm(policyForm(saved));
    });
  const mine =
    newer === null ? read.classes : mergePolicies(base.classes, read.classes, newer.classes);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFaults(read.faults);
    if (Object.keys(read.faults).length === 0 && changed) save(read.classes, base.version);
  };
  return (
    <form className="stack-loose" noValidate onSubmit={submit} ref={ref}>
      {classes.map((severity) => (
        <PolicyClass
          faults={faults}
          form={form[severity]}
          key={`${severity}${base.version}`}
          onChange={(next) => setForm({ ...form, [severity]: next })}
          severity={severity}
        />
      ))}
      <div className="gone-if-empty policy-why" ref={why} tabIndex={-1}>
        {newer === null ? (
          <Failure of={action.failure} title={settingsText.notSaved} />
        ) : (
          <PolicyConflict
            busy={action.busy}
            by={operatorName(newer.updatedBy)}
            mine={mine}
            onSaveMine={() => save(mine, newer.version)}
            onTakeTheirs={() => startFrom(newer)}
            theirs={newer}
          />
        )}
      </div>
      {Object.keys(faults).length > 0 ? (
        <Banner role="alert" tone="fail">
          {text.faults}
          {commonText.gap}
          {commonText.sentences([...new Set(Object.values(faults))])}
        </Banner>
      ) : null}
      <div className="at-end row line-above on-canvas settings-sticky">
        <span className="grow small muted" role="status">
          {changed
            ? null
            : savedVersion === base.version
              ? text.saved(savedVersion)
              : text.unchanged}
        </span>
        {changed ? <Button onClick={() => startFrom(policy)}>{text.undo}</Button> : null}
        <Button busy={action.busy} disabled={!changed} type="submit" variant="primary">
          {action.busy ? text.saving : text.save}
        </Button>
      </div>
    </form>
  );
}
