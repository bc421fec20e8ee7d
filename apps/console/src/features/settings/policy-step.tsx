import { OctagonAlert, Trash2 } from 'lucide-react';
import { itemsOf, useRoute } from '../../live/use-route.ts';
import { policyText as text } from '../../text/administration.ts';
import { commonText } from '../../text/texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Input } from '../../ui/input.tsx';
import { DurationInput } from '../../ui/inputs/duration-input.tsx';
import { Select } from '../../ui/select.tsx';
import type { PolicyFaults, StepForm } from './policy-form.ts';
import './policy-step.css';

interface PolicyStepProps {
  step: StepForm;
  index: number;
  /** `minor.steps.0`. */
  place: string;
  faults: PolicyFaults;
  onChange: (part: Partial<StepForm>) => void;
  onRemove: () => void;
}

/** One step of the ladder as a sentence: after 10 minutes ask the group leads. */
export function PolicyStep({ step, index, place, faults, onChange, onRemove }: PolicyStepProps) {
  const id = `pol-${place.replaceAll('.', '-')}`;
  const fault = (member: string) => faults[`${place}.${member}`];
  const idsOf = (member: string) => ({
    id: `${id}-${member}`,
    'aria-describedby': fault(member) === undefined ? undefined : `${id}-error`,
    'aria-invalid': fault(member) === undefined ? undefined : (true as const),
    'aria-required': undefined,
  });
  const first = fault('afterMs') ?? fault('group') ?? fault('to');
  // Only administrators set a policy, and they may read who is in which group.
  const operators = useRoute('GET /api/operators', {}, { select: itemsOf }).data;
  const group = step.group.trim();
  const isEmpty =
    step.to === 'group' &&
    group !== '' &&
    operators !== undefined &&
    !operators.some(({ groups }) => groups.includes(group));
  const name = (label: string) => text.stepOf(index + 1, label);
  return (
    <li>
      <div className="policy-step cells">
        <span className="muted tabular">{index + 1}</span>
        <label htmlFor={`${id}-afterMs`}>
          <span className="visually-hidden">
            {text.step(index + 1)}
            {commonText.colon}
          </span>
          {text.after}
        </label>
        <DurationInput
          ids={idsOf('afterMs')}
          label={name(text.after)}
          offered={['s', 'min', 'h', 'd']}
          onChange={(afterMs) => onChange({ afterMs })}
          value={step.afterMs}
        />
        <Select
          {...idsOf('to')}
          aria-label={name(text.does)}
          onChange={(to) => onChange({ to: to === 'default' ? 'default' : 'group' })}
          options={[
            { value: 'group', label: text.toGroup },
            { value: 'default', label: text.toDefault },
          ]}
          value={step.to}
        />
        {step.to === 'group' ? (
          <Input
            {...idsOf('group')}
            aria-label={name(text.group)}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ target }) => onChange({ group: target.value })}
            placeholder={text.group}
            value={step.group}
          />
        ) : null}
        <IconButton icon={Trash2} label={text.removeStep(index + 1)} onClick={onRemove} />
      </div>
      {isEmpty && first === undefined ? (
        <p className="small muted help-text" role="status">
          {text.groupEmpty(group)}
        </p>
      ) : null}
      {first === undefined ? null : (
        <p className="small side-by-side error-text" id={`${id}-error`}>
          <Icon of={OctagonAlert} />
          {first}
        </p>
      )}
    </li>
  );
}
