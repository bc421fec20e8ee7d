import type { Agent } from '@countersign/api/agent';
import { agentsText } from '../../text/texts.ts';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { type AgentForm, type AgentFormErrors, isCommand } from './agent-form-data.ts';
import { AgentToolsField } from './agent-tools-field.tsx';
import { HeaderPlaces } from './header-places.tsx';

const words = agentsText.form;

interface AgentExtrasProps {
  /** The agent that is edited, null for a new one. */
  agent: Agent | null;
  form: AgentForm;
  errors: AgentFormErrors;
  /** Which headers the server keeps, in words. */
  kept: string | null;
  set: (part: Partial<AgentForm>) => void;
  /** Whether people may answer calls of its tools. */
  takesTools: boolean;
}

/** What an agent may need besides its addresses: headers, the schema of its input, tools that people answer. */
export function AgentExtras({ agent, form, errors, kept, set, takesTools }: AgentExtrasProps) {
  const [label, help] = isCommand(form)
    ? [words.variables, words.variablesHelp]
    : [words.headers, words.headersHelp];
  return (
    <>
      <Field error={errors.headers} help={kept ?? help} label={label}>
        {(ids) => (
          <Textarea
            {...ids}
            autoComplete="off"
            className="textarea mono"
            onChange={(event) => set({ headers: event.target.value, dropHeaders: false })}
            rows={2}
            spellCheck={false}
            value={form.headers}
          />
        )}
      </Field>
      <HeaderPlaces agent={agent} form={form} set={set} />
      <Field error={errors.schema} help={words.schemaHelp} label={words.schema}>
        {(ids) => (
          <Textarea
            {...ids}
            className="textarea mono"
            onChange={(event) => set({ schema: event.target.value })}
            rows={2}
            spellCheck={false}
            value={form.schema}
          />
        )}
      </Field>
      {takesTools && (
        <AgentToolsField
          error={errors.tools}
          onChange={(tools) => set({ tools })}
          value={form.tools}
        />
      )}
    </>
  );
}
