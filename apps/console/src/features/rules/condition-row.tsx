import type { RuleCondition } from '@countersign/api/rule';
import { OctagonAlert, Trash2 } from 'lucide-react';
import { conditionDocuments, conditionPhrases, rulesText } from '../../text/texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import type { ConditionForm, RuleFaults } from './rule-form.ts';
import { takesNoValue } from './rule-value.ts';
import './condition-row.css';

const words = rulesText.form;
const operators = Object.entries(conditionPhrases).map(([value, label]) => ({ value, label }));
const isOperator = (value: string): value is RuleCondition['is'] =>
  Object.hasOwn(conditionPhrases, value);

const documents = Object.entries(conditionDocuments).map(([value, label]) => ({ value, label }));
const isDocument = (value: string): value is ConditionForm['of'] =>
  Object.hasOwn(conditionDocuments, value);

interface ConditionRowProps {
  condition: ConditionForm;
  index: number;
  faults: RuleFaults;
  disabled: boolean;
  onChange: (part: Partial<ConditionForm>) => void;
  onRemove: () => void;
}

/** One condition as a sentence: $.amount is at most 50. */
export function ConditionRow(props: ConditionRowProps) {
  const { condition, index, faults, disabled, onChange, onRemove } = props;
  const id = `condition-${condition.key}`;
  const fault = (member: string) => faults[`conditions.${index}.${member}`];
  const first = fault('path') ?? fault('value');
  const idsOf = (member: string) => ({
    'aria-label': words.ofCondition(index + 1, member === 'path' ? words.place : words.value),
    'aria-invalid': fault(member) === undefined ? undefined : (true as const),
    'aria-describedby': fault(member) === undefined ? undefined : `${id}-error`,
  });
  return (
    <li>
      <div className="condition cells">
        <Select
          aria-label={words.ofCondition(index + 1, words.within)}
          disabled={disabled}
          onChange={(of) => isDocument(of) && onChange({ of })}
          options={documents}
          value={condition.of}
        />
        <Input
          {...idsOf('path')}
          autoCapitalize="none"
          autoComplete="off"
          className="input mono"
          disabled={disabled}
          onChange={({ target }) => onChange({ path: target.value })}
          placeholder={condition.of === 'message' ? '$.upThought.confidence' : '$.amount'}
          spellCheck={false}
          value={condition.path}
        />
        <Select
          aria-label={words.ofCondition(index + 1, words.test)}
          disabled={disabled}
          onChange={(is) => isOperator(is) && onChange({ is })}
          options={operators}
          value={condition.is}
        />
        {takesNoValue(condition.is) ? (
          <span />
        ) : (
          <Input
            {...idsOf('value')}
            autoComplete="off"
            className="input mono"
            disabled={disabled}
            onChange={({ target }) => onChange({ value: target.value })}
            placeholder={words.value}
            spellCheck={false}
            value={condition.value}
          />
        )}
        <IconButton
          disabled={disabled}
          icon={Trash2}
          label={words.removeCondition(index + 1)}
          onClick={onRemove}
        />
      </div>
      {first === undefined ? null : (
        <p className="small side-by-side error-text" id={`${id}-error`}>
          <Icon of={OctagonAlert} />
          {first}
        </p>
      )}
    </li>
  );
}
