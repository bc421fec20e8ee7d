import {
  type ClassPolicy,
  type EscalationStep,
  type Policy,
  policyTimes,
} from '@countersign/api/settings/policy';
import { type FeedbackType, type Severity, severities } from '@countersign/upformat/message';
import { policyText } from '../../text/administration.ts';
import { commonText } from '../../text/texts.ts';
import { formatSpan } from '../../ui/format-time.ts';

/** Most severe first. */
export const classes: readonly Severity[] = severities.toReversed();
/** Edits and rankings have no place for a reason in UpFormat. */
export const reasonKinds: readonly FeedbackType[] = ['approve', 'reject', 'comment', 'instruction'];
/** The format of operators' groups: another name would match none. */
const groupPattern = /^[a-z0-9][a-z0-9._-]{0,39}$/;

/** A step while it is set; `key` lasts as long as the form. Null = what is typed is no length. */
export interface StepForm {
  key: number;
  to: EscalationStep['to'];
  afterMs: number | null;
  group: string;
}
/** What holds for one severity while it is set. */
export interface ClassForm {
  claimLeaseMs: number | null;
  takeOverMs: number | null;
  recallMs: number | null;
  reasonFor: readonly FeedbackType[];
  steps: readonly StepForm[];
}
export type PolicyForm = Record<Severity, ClassForm>;

let nextKey = 0;
export const newStep = (): StepForm => ({
  key: nextKey++,
  to: 'group',
  afterMs: 600_000,
  group: '',
});

const classForm = (of: ClassPolicy): ClassForm => ({
  ...of,
  steps: of.steps.map((step) => ({
    key: nextKey++,
    to: step.to,
    afterMs: step.afterMs,
    group: step.to === 'group' ? step.group : '',
  })),
});

export function policyForm({ classes: all }: Policy): PolicyForm {
  return {
    critical: classForm(all.critical),
    major: classForm(all.major),
    minor: classForm(all.minor),
    info: classForm(all.info),
  };
}

/** What is wrong, by place: `critical.claimLeaseMs`, `minor.steps.0.group`. */
export type PolicyFaults = Readonly<Record<string, string>>;

const isOutside = (ms: number | null, of: keyof typeof policyTimes): boolean => {
  const [least, most] = policyTimes[of];
  return ms === null || ms < least || ms > most;
};

function faultsOf(severity: Severity, form: ClassForm): [string, string][] {
  const faults: [string, string][] = [];
  const at = (place: string, message: string) => faults.push([`${severity}.${place}`, message]);
  if (isOutside(form.claimLeaseMs, 'claimLeaseMs')) at('claimLeaseMs', policyText.claimLeaseBad);
  if (isOutside(form.takeOverMs, 'takeOverMs')) at('takeOverMs', policyText.takeOverBad);
  if (isOutside(form.recallMs, 'recallMs')) at('recallMs', policyText.recallBad);
  form.steps.forEach((step, index) => {
    if (isOutside(step.afterMs, 'stepAfterMs')) {
      at(`steps.${index}.afterMs`, policyText.stepBad);
    }
    const group = step.group.trim();
    if (step.to === 'group' && !groupPattern.test(group)) {
      at(`steps.${index}.group`, policyText.groupBad);
    }
    if (step.to === 'default' && index < form.steps.length - 1) {
      at(`steps.${index}.to`, policyText.lastStep);
    }
  });
  return faults;
}

const readStep = ({ to, afterMs, group }: StepForm): EscalationStep =>
  to === 'default'
    ? { to, afterMs: afterMs ?? 0 }
    : { to, afterMs: afterMs ?? 0, group: group.trim() };

const readClass = (form: ClassForm): ClassPolicy => ({
  claimLeaseMs: form.claimLeaseMs ?? 0,
  takeOverMs: form.takeOverMs ?? 0,
  recallMs: form.recallMs ?? 0,
  reasonFor: [...form.reasonFor],
  steps: form.steps.map(readStep),
});

/** What is set as a policy, and what is wrong with it. */
export function readPolicyForm(form: PolicyForm): {
  classes: Policy['classes'];
  faults: PolicyFaults;
} {
  return {
    classes: {
      critical: readClass(form.critical),
      major: readClass(form.major),
      minor: readClass(form.minor),
      info: readClass(form.info),
    },
    faults: Object.fromEntries(classes.flatMap((severity) => faultsOf(severity, form[severity]))),
  };
}

/** One setting of a severity as text, the same for reading and for comparing. */
export function policyLines(of: ClassPolicy): readonly { label: string; value: string }[] {
  const kinds = of.reasonFor.map((kind) => policyText.kinds[kind]);
  const steps = of.steps.map((step) =>
    policyText.stepWords(formatSpan(step.afterMs), step.to === 'group' ? step.group : null),
  );
  return [
    { label: policyText.claimLease, value: formatSpan(of.claimLeaseMs) },
    { label: policyText.takeOver, value: formatSpan(of.takeOverMs) },
    { label: policyText.recall, value: formatSpan(of.recallMs) },
    {
      label: policyText.reason,
      value: kinds.length === 0 ? policyText.reasonNone : commonText.inRow(kinds),
    },
    {
      label: policyText.steps,
      value: steps.length === 0 ? policyText.stepsNone : steps.join('; '),
    },
  ];
}

export interface PolicyDifference {
  severity: Severity;
  label: string;
  left: string;
  right: string;
}

/** The differences of two policies, as text. */
export function policyDifferences(
  left: Policy['classes'],
  right: Policy['classes'],
): readonly PolicyDifference[] {
  return classes.flatMap((severity) => {
    const others = policyLines(right[severity]);
    return policyLines(left[severity]).flatMap(({ label, value }, index) => {
      const other = others[index]?.value ?? '';
      return other === value ? [] : [{ severity, label, left: value, right: other }];
    });
  });
}

const same = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

function mergeClass(base: ClassPolicy, mine: ClassPolicy, theirs: ClassPolicy): ClassPolicy {
  return {
    claimLeaseMs: mine.claimLeaseMs === base.claimLeaseMs ? theirs.claimLeaseMs : mine.claimLeaseMs,
    takeOverMs: mine.takeOverMs === base.takeOverMs ? theirs.takeOverMs : mine.takeOverMs,
    recallMs: mine.recallMs === base.recallMs ? theirs.recallMs : mine.recallMs,
    reasonFor: same(mine.reasonFor, base.reasonFor) ? theirs.reasonFor : mine.reasonFor,
    steps: same(mine.steps, base.steps) ? theirs.steps : mine.steps,
  };
}

/** My changes since `base`, applied to the version another operator has saved: what I did not change stays theirs. */
export function mergePolicies(
  base: Policy['classes'],
  mine: Policy['classes'],
  theirs: Policy['classes'],
): Policy['classes'] {
  const merge = (of: Severity) => mergeClass(base[of], mine[of], theirs[of]);
  return {
    critical: merge('critical'),
    major: merge('major'),
    minor: merge('minor'),
    info: merge('info'),
  };
}
