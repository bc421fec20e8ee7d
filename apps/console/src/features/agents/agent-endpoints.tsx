import type { Protocol } from '@countersign/api/protocol';
import { agentsText } from '../../text/agents.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import {
  type AgentForm,
  type AgentFormErrors,
  controlActions,
  copilotBase,
  fullUrl,
} from './agent-form-data.ts';

const words = agentsText.form;

interface AgentEndpointsProps {
  form: AgentForm;
  errors: AgentFormErrors;
  set: (part: Partial<AgentForm>) => void;
  /** Whether the protocol uses this of a descriptor. */
  uses: (field: Protocol['fields'][number]) => boolean;
}

/** Where an agent is controlled and told answers, as far as its protocol leaves that to the descriptor. */
export function AgentEndpoints({ form, errors, set, uses }: AgentEndpointsProps) {
  return (
    <>
      <div className="agent-2">
        {uses('control') && (
          <Field
            error={errors.controlUrl}
            help={words.controlHelp[form.controlBy]}
            label={words.control[form.controlBy]}
          >
            {(ids) => (
              <Input
                {...ids}
                inputMode="url"
                onChange={(event) => set({ controlUrl: event.target.value })}
                value={form.controlUrl}
              />
            )}
          </Field>
        )}
        {uses('feedback') && (
          <Field error={errors.feedbackUrl} help={words.feedbackHelp} label={words.feedback}>
            {(ids) => (
              <Input
                {...ids}
                inputMode="url"
                onChange={(event) => set({ feedbackUrl: event.target.value })}
                value={form.feedbackUrl}
              />
            )}
          </Field>
        )}
      </div>
      {uses('control') && (
        <>
          <Field help={words.controlByHelp} label={words.controlBy}>
            {(ids) => (
              <Select
                {...ids}
                onChange={(value) =>
                  set({
                    controlBy: value === 'langgraph' || value === 'copilotkit' ? value : 'hai',
                    ...(value === 'copilotkit' && form.controlUrl === ''
                      ? { controlUrl: copilotBase(fullUrl(form.url)) }
                      : {}),
                  })
                }
                options={[
                  { value: 'hai', label: words.controlByHai },
                  { value: 'langgraph', label: 'LangGraph' },
                  { value: 'copilotkit', label: 'CopilotKit' },
                ]}
                value={form.controlBy}
              />
            )}
          </Field>
          {form.controlUrl === '' || form.controlBy !== 'hai' ? null : (
            <fieldset className="agent-a">
              <legend className="label">{words.actions}</legend>
              {controlActions.map((action) => (
                <Checkbox
                  checked={form.actions.includes(action)}
                  key={action}
                  label={action}
                  onChange={(checked) =>
                    set({
                      actions: controlActions.filter((one) =>
                        one === action ? checked : form.actions.includes(one),
                      ),
                    })
                  }
                />
              ))}
            </fieldset>
          )}
        </>
      )}
    </>
  );
}
