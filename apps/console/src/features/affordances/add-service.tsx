import { type FormEvent, useState } from 'react';
import { useAction } from '../../live/use-action.ts';
import { affordancesText } from '../../text/affordances.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Failed } from './failed.tsx';

const text = affordancesText.service;
const kinds = ['mcp', 'a2a', 'utcp', 'wot'] as const;
const options = kinds.map((value) => ({ value, label: text.kinds[value] }));

/** A service to be registered, in the form that the server accepts. */
export interface NewService {
  name: string;
  kind: (typeof kinds)[number];
  url?: string;
  agentId?: string;
}

interface AddServiceProps {
  agents: readonly { id: string; name: string }[];
  register: (service: NewService) => Promise<unknown>;
  onClose: () => void;
}

/** Registers a service by its address, or an MCP server that is an agent. */
export function AddService({ agents, register, onClose }: AddServiceProps) {
  const [form, setForm] = useState({ name: '', kind: 'mcp', url: '', agent: '' });
  const action = useAction();
  const kind = kinds.find((one) => one === form.kind) ?? 'mcp';
  const isAgent = kind === 'mcp' && form.agent !== '';
  const set = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const isWhole = form.name.trim() !== '' && (isAgent || form.url.trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole) return;
    const url = form.url.trim();
    void action.run(() =>
      register({
        ...{ name: form.name.trim(), kind },
        ...(isAgent ? {} : { url }),
        ...(form.agent === '' ? {} : { agentId: form.agent }),
      }),
    );
  };
  return (
    <Dialog
      keepOpen
      onOpenChange={(open) => open || action.busy || onClose()}
      open
      title={text.add}
    >
      <form className="stack-wide" noValidate onSubmit={submit}>
        <div className="halves">
          <Field label={text.name} required>
            {(ids) => (
              <Input
                {...ids}
                autoComplete="off"
                autoFocus
                maxLength={100}
                onChange={({ target }) => set({ name: target.value })}
                value={form.name}
              />
            )}
          </Field>
          <Field label={text.kind}>
            {(ids) => (
              <Select
                {...ids}
                onChange={(value) => set({ kind: value })}
                options={options}
                value={form.kind}
              />
            )}
          </Field>
        </div>
        <Field help={text.agentHelp} label={text.agent}>
          {(ids) => (
            <Select
              {...ids}
              onChange={(agent) => set({ agent })}
              options={[
                { value: '', label: text.agentNone },
                ...agents.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
              ]}
              value={form.agent}
            />
          )}
        </Field>
        {isAgent ? null : (
          <Field help={kind === 'mcp' ? text.urlHelp : undefined} label={text.url} required>
            {(ids) => (
              <Input
                {...ids}
                autoCapitalize="none"
                autoComplete="off"
                inputMode="url"
                maxLength={2_000}
                onChange={({ target }) => set({ url: target.value })}
                spellCheck={false}
                value={form.url}
              />
            )}
          </Field>
        )}
        <Failed of={action.failure} title={text.notRegistered} />
        <div className="row at-end">
          <DialogCancel disabled={action.busy} />
          <Button busy={action.busy} disabled={!isWhole} type="submit" variant="primary">
            {text.register}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
