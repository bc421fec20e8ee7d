import type { Agent } from '@countersign/api/agent';
import type { Protocol } from '@countersign/api/agents/protocol';
import { agentsText } from '../../text/texts.ts';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { fullUrl, isCommand, protocolOf, startedByOf } from './agent-form-data.ts';
import { ofProtocol } from './of-protocol.ts';
import type { AgentFormState } from './use-agent-form.ts';

const words = agentsText.form;

interface AgentIdentityProps {
  agent: Agent | null;
  state: AgentFormState;
}

/** What an agent is called. */
export function AgentNames({ agent, state }: AgentIdentityProps) {
  const { form, errors } = state;
  return (
    <div className="halves">
      <Field error={errors.name} label={words.name} required>
        {(ids) => (
          <Input
            {...ids}
            onChange={(event) => state.setName(event.target.value)}
            value={form.name}
          />
        )}
      </Field>
      <Field error={errors.id} help={words.idHelp} label={words.id} required>
        {(ids) => (
          <Input
            {...ids}
            onChange={(event) => state.setId(event.target.value)}
            readOnly={agent !== null}
            value={form.id}
          />
        )}
      </Field>
    </div>
  );
}

interface AgentAddressProps {
  state: AgentFormState;
  /** The protocols agents may use, and the one of this agent; undefined = it is not known here. */
  protocols: readonly Protocol[];
  protocol: Protocol | undefined;
}

/** The address of an agent, and its protocol. */
export function AgentAddress({ state, protocols, protocol }: AgentAddressProps) {
  const { form, errors, set } = state;
  const url = fullUrl(form.url);
  const takesCommands = protocols.some(({ fields }) => fields.includes('command'));
  const help = takesCommands ? words.urlOrCommandHelp : words.urlHelp;
  const setUrl = (text: string) => {
    const isMcp = isCommand({ url: text }) && form.protocol === 'detect';
    set({ url: text, ...(isMcp ? { protocol: 'mcp' } : {}) });
  };
  return (
    <>
      <div className="agent-address stack-wide">
        <Field
          error={errors.url}
          help={url === form.url.trim() ? help : words.urlRead(url)}
          label={words.url}
          required
        >
          {(ids) => (
            <Input
              {...ids}
              autoFocus
              inputMode="url"
              onChange={(event) => setUrl(event.target.value)}
              value={form.url}
            />
          )}
        </Field>
        <Field label={words.protocol}>
          {(ids) => (
            <Select
              {...ids}
              onChange={(value) => set({ protocol: protocolOf(value) })}
              options={[
                ...protocols.map(({ id, name }) => ({
                  value: id,
                  label: ofProtocol(id, 'name', name),
                })),
                ...(protocol === undefined ? [{ value: form.protocol, label: form.protocol }] : []),
              ]}
              value={form.protocol}
            />
          )}
        </Field>
      </div>
      {protocol && (
        <p className="small muted">{ofProtocol(protocol.id, 'about', protocol.about)}</p>
      )}
    </>
  );
}

/** What an agent does, and who starts it. */
export function AgentAbout({ agent, state: { form, set } }: AgentIdentityProps) {
  return (
    <>
      <Field help={words.descriptionHelp} label={words.description}>
        {(ids) => (
          <Textarea
            {...ids}
            onChange={(event) => set({ description: event.target.value })}
            rows={2}
            value={form.description}
          />
        )}
      </Field>
      <Field help={words.startedByHelp} label={words.startedBy}>
        {(ids) => (
          <Select
            {...ids}
            onChange={(value) => set({ startedBy: startedByOf(value) })}
            options={[
              { value: 'people', label: words.byPeople },
              { value: 'agents', label: words.byAgents },
            ]}
            {...(agent?.startedBy === undefined ? { placeholder: words.byAnybody } : {})}
            value={form.startedBy}
          />
        )}
      </Field>
    </>
  );
}
