import type { Protocol } from '@countersign/api/agents/protocol';
import { statementSentence } from '../../text/statements/statements.ts';
import { agentsText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import {
  type AgentForm,
  type AgentFormErrors,
  controlActions,
  controlBase,
  fullUrl,
} from './agent-form-data.ts';

const words = agentsText.form;

interface AgentEndpointsProps {
  form: AgentForm;
  errors: AgentFormErrors;
  set: (part: Partial<AgentForm>) => void;
  /** Whether the protocol uses this of a descriptor. */
  uses: (field: Protocol['fields'][number]) => boolean;
  /** The controls it supports in addition to the HAI control endpoint. */
  controls: Protocol['controls'];
}

/** A label of a way to control runs; the server sends those of ways that are not known here in English. */
const ofControl = (id: string, label: 'url-label' | 'url-help', english: string): string =>
  statementSentence({ code: `control.${id}.${label}` }, english);

/** Where an agent receives control requests and answers, if its protocol leaves that to the descriptor. */
export function AgentEndpoints({ form, errors, set, uses, controls }: AgentEndpointsProps) {
  const deliveryMethodOf = (name: string) => controls.find(({ id }) => id === name);
  const way = deliveryMethodOf(form.controlBy);
  return (
    <>
      <div className="halves">
        {uses('control') && (
          <Field
            error={errors.controlUrl}
            help={
              way === undefined
                ? words.controlHelp
                : visibleText(ofControl(way.id, 'url-help', way.urlHelp))
            }
            label={
              way === undefined
                ? words.control
                : visibleText(ofControl(way.id, 'url-label', way.urlLabel))
            }
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
                    controlBy: value,
                    ...(form.controlUrl === ''
                      ? { controlUrl: controlBase(fullUrl(form.url), deliveryMethodOf(value)) }
                      : {}),
                  })
                }
                options={[
                  { value: 'hai', label: words.controlByHai },
                  ...controls.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
                  ...(form.controlBy === 'hai' || way !== undefined
                    ? []
                    : [{ value: form.controlBy, label: form.controlBy }]),
                ]}
                value={form.controlBy}
              />
            )}
          </Field>
          {form.controlUrl === '' || form.controlBy !== 'hai' ? null : (
            <fieldset className="running unframed">
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
