import { Plus } from 'lucide-react';
import { useState } from 'react';
import { agentsText, commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { readTools, withTool } from './agent-tools.ts';

const words = agentsText.form.tools;
const maxRows = 16;

interface AgentToolsFieldProps {
  value: string;
  /** Errors found on saving; an error is also shown on leaving the field. */
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The front-end tools of an agent: the list of its descriptor, with a summary of what was read from it. */
export function AgentToolsField({ value, error, onChange }: AgentToolsFieldProps) {
  const [left, setLeft] = useState(false);
  const read = readTools(value);
  const fault = read.ok ? undefined : left || error !== undefined ? read.fault : undefined;
  const more = withTool(value);
  const names = read.ok ? read.tools.map(({ name }) => visibleText(name)) : [];
  return (
    <div className="agent-trial items-at-start stack-close">
      <Field
        error={fault}
        help={names.length === 0 ? words.help : words.read(names.length, commonText.inRow(names))}
        label={words.label}
      >
        {(ids) => (
          <Textarea
            {...ids}
            className="textarea mono"
            onBlur={() => setLeft(true)}
            onChange={(event) => onChange(event.target.value)}
            rows={Math.min(maxRows, Math.max(2, value.split('\n').length))}
            spellCheck={false}
            value={value}
          />
        )}
      </Field>
      <Button
        disabled={more === null}
        icon={Plus}
        onClick={() => more !== null && onChange(more)}
        small
        type="button"
      >
        {words.add}
      </Button>
    </div>
  );
}
