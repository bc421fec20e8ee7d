import { offersText } from '../../text/texts.ts';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import type { AgentForm, AgentFormErrors } from './agent-form-data.ts';
import type { McpText } from './mcp-settings.ts';

const words = offersText.settings;
const isPlace = (value: string): value is McpText['folders'] =>
  value === 'ask' || value === 'these';

interface McpSettingsFieldsProps {
  form: AgentForm;
  errors: AgentFormErrors;
  set: (part: Partial<AgentForm>) => void;
}

/** What an MCP server may do without asking: tools that are called without approval, and folders. */
export function McpSettingsFields({ form, errors, set }: McpSettingsFieldsProps) {
  const { mcp } = form;
  const change = (part: Partial<McpText>) => set({ mcp: { ...mcp, ...part } });
  return (
    <>
      <Field error={errors.mcpDirect} help={words.directHelp} label={words.direct}>
        {(ids) => (
          <Textarea
            {...ids}
            className="textarea mono"
            onChange={(event) => change({ direct: event.target.value })}
            rows={2}
            spellCheck={false}
            value={mcp.direct}
          />
        )}
      </Field>
      <Field help={words.foldersHelp} label={words.folders}>
        {(ids) => (
          <Select
            {...ids}
            onChange={(value) => isPlace(value) && change({ folders: value })}
            options={[
              { value: 'ask', label: words.ask },
              { value: 'these', label: words.these },
            ]}
            value={mcp.folders}
          />
        )}
      </Field>
      {mcp.folders === 'ask' ? null : (
        <Field error={errors.mcpRoots} help={words.rootsHelp} label={words.roots}>
          {(ids) => (
            <Textarea
              {...ids}
              className="textarea mono"
              onChange={(event) => change({ roots: event.target.value })}
              rows={2}
              spellCheck={false}
              value={mcp.roots}
            />
          )}
        </Field>
      )}
    </>
  );
}
