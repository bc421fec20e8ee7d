import type { RuleCondition } from '@countersign/api/rule';
import { Plus } from 'lucide-react';
import { rulesText } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ConditionRow } from './condition-row.tsx';
import { type ConditionForm, conditionForm, type RuleFaults } from './rule-form.ts';
import { conditionText } from './rule-text.ts';
import './rule-conditions.css';

const words = rulesText.form;
const MAX_CONDITIONS = 20;

interface RuleConditionsProps {
  conditions: readonly ConditionForm[];
  /** What the prompt it is made from would pass. */
  proposals: readonly RuleCondition[];
  faults: RuleFaults;
  disabled: boolean;
  onChange: (conditions: readonly ConditionForm[]) => void;
}

/** The conditions on the content, and those that could be taken from the question. */
export function RuleConditions(props: RuleConditionsProps) {
  const { conditions, proposals, faults, disabled, onChange } = props;
  const full = conditions.length >= MAX_CONDITIONS;
  const offered = proposals.filter(
    ({ path }) => !conditions.some((one) => one.of === 'payload' && one.path === path),
  );
  const add = (condition: RuleCondition) => onChange([...conditions, conditionForm(condition)]);
  return (
    <fieldset className="stack conditions unframed">
      <legend className="label unframed tight-below">{words.conditions}</legend>
      <p className="small muted help-text">{words.conditionsHelp}</p>
      {conditions.length === 0 ? <p className="small muted">{words.noConditions}</p> : null}
      <ul className="gone-if-empty">
        {conditions.map((condition, index) => (
          <ConditionRow
            condition={condition}
            disabled={disabled}
            faults={faults}
            index={index}
            key={condition.key}
            onChange={(part) =>
              onChange(
                conditions.map((one) => (one.key === condition.key ? { ...one, ...part } : one)),
              )
            }
            onRemove={() => onChange(conditions.filter(({ key }) => key !== condition.key))}
          />
        ))}
      </ul>
      {conditions.length > 0 ? <p className="small muted help-text">{words.valueHelp}</p> : null}
      {disabled ? null : (
        <div className="row-close wrapping conditions-add">
          <Button
            disabled={full}
            icon={Plus}
            onClick={() => add({ path: '$.', is: 'equal', value: undefined })}
            small
          >
            {words.addCondition}
          </Button>
          {offered.length > 0 ? <span className="small muted">{words.propose}</span> : null}
          {offered.map((condition) => (
            <Button
              disabled={full}
              icon={Plus}
              key={condition.path}
              onClick={() => add(condition)}
              small
            >
              <span className="truncate">{conditionText(condition)}</span>
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
