import type { Agent } from '@countersign/api/agent';
import type { AgentTest, TestAgent } from '@countersign/api/agent-test';
import type { Protocol } from '@countersign/api/protocol';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { type ClipboardEvent, type FormEvent, useState } from 'react';
import { problemOf } from '../../live/problem-words.ts';
import { agentsText } from '../../text/agents.ts';
import { commonText } from '../../text/common.ts';
import { problemWords } from '../../text/problems.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { useFirstFault } from '../../ui/use-first-fault.ts';
import { AgentEndpoints } from './agent-endpoints.tsx';
import { AgentExtras } from './agent-extras.tsx';
import {
  type AgentForm,
  type AgentFormErrors,
  descriptorOf,
  formOf,
  formOfPasted,
  fullUrl,
  idFromName,
  isUrl,
  protocolOf,
  startedByOf,
  testBodyOf,
} from './agent-form-data.ts';
import { AgentTrial } from './agent-trial.tsx';

const words = agentsText.form;

interface AgentDialogProps {
  /** The agent to edit, null to add one. */
  agent: Agent | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  save: (body: AgentDescriptor) => Promise<void>;
  /** Finds out whether it can be reached; with `startRun`, by a real run. */
  test: (body: TestAgent) => Promise<AgentTest>;
  /** What agents may speak, as the server's protocols describe themselves. */
  protocols: readonly Protocol[];
  /** Ids of the agents there are. */
  taken: readonly string[];
}

/** Adds an agent by its URL, or edits one. */
export function AgentDialog(props: AgentDialogProps) {
  const { agent, open, onOpenChange } = props;
  const title = agent ? words.editTitle(agent.name) : words.addTitle;
  return (
    <Dialog onOpenChange={onOpenChange} open={open} title={title} wide>
      <Form key={agent?.id ?? ''} {...props} />
    </Dialog>
  );
}

function failureOf(error: unknown): string {
  const problem = problemOf(error);
  if (problem === null) return commonText.offlineProblem;
  if (problem.status === 409) return words.exists;
  const faults = (problem.errors ?? []).map((fault) => `${fault.path} ${fault.message}`);
  return [problemWords(problem), ...faults].join(' · ');
}

function Form({ agent, save, test, taken, protocols }: AgentDialogProps) {
  const [form, setForm] = useState<AgentForm>(() => formOf(agent));
  const [errors, setErrors] = useState<AgentFormErrors>({});
  const ref = useFirstFault(errors);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [ownId, setOwnId] = useState(agent !== null);
  const [filled, setFilled] = useState(false);
  const [wantsHeader, setWantsHeader] = useState(false);
  const set = (part: Partial<AgentForm>) => setForm((before) => ({ ...before, ...part }));
  const url = fullUrl(form.url);
  const protocol = protocols.find(({ id }) => id === form.protocol);
  const uses = (field: Protocol['fields'][number]) => protocol?.fields.includes(field) ?? true;
  const paste = (event: ClipboardEvent) => {
    const pasted = formOfPasted(event.clipboardData.getData('text'), form);
    if (pasted === null) return;
    event.preventDefault();
    setForm({
      ...pasted,
      id: agent?.id ?? (pasted.id || idFromName(pasted.name, taken)),
    });
    setOwnId(agent !== null || pasted.id !== '');
    setFilled(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const result = descriptorOf(form);
    setErrors(result.ok ? {} : result.errors);
    if (!result.ok || busy) return;
    setBusy(true);
    setFailure(null);
    save(result.body).catch((error: unknown) => {
      setBusy(false);
      const problem = problemOf(error);
      if (problem?.type.endsWith('/secret-needed')) {
        setErrors({ headers: problemWords(problem) });
      } else setFailure(failureOf(error));
    });
  };
  const kept =
    agent && agent.headerNames.length > 0
      ? words.headersKept(agent.headerNames.join(', '))
      : agent?.secretLost
        ? words.secretLost
        : null;
  return (
    <form className="agent-f" noValidate onPaste={paste} onSubmit={submit} ref={ref}>
      <p className="s m" role="status">
        {filled ? words.filled : words.pasteHint}
      </p>
      <div className="agent-2">
        <Field error={errors.name} label={words.name} required>
          {(ids) => (
            <Input
              {...ids}
              autoFocus
              onChange={(event) => {
                const name = event.target.value;
                set(ownId ? { name } : { name, id: idFromName(name, taken) });
              }}
              value={form.name}
            />
          )}
        </Field>
        <Field error={errors.id} help={words.idHelp} label={words.id} required>
          {(ids) => (
            <Input
              {...ids}
              onChange={(event) => {
                setOwnId(event.target.value !== '');
                set({ id: event.target.value });
              }}
              readOnly={agent !== null}
              value={form.id}
            />
          )}
        </Field>
      </div>
      <div className="agent-3">
        <Field
          error={errors.url}
          help={url === form.url.trim() ? words.urlHelp : words.urlRead(url)}
          label={words.url}
          required
        >
          {(ids) => (
            <Input
              {...ids}
              inputMode="url"
              onChange={(event) => set({ url: event.target.value })}
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
                ...protocols.map(({ id, name }) => ({ value: id, label: name })),
                ...(protocol === undefined ? [{ value: form.protocol, label: form.protocol }] : []),
              ]}
              value={form.protocol}
            />
          )}
        </Field>
      </div>
      {protocol && <p className="s m">{visibleText(protocol.about)}</p>}
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
      <AgentEndpoints
        controls={protocol?.controls ?? []}
        errors={errors}
        form={form}
        set={set}
        uses={uses}
      />
      <AgentExtras
        agent={agent}
        errors={wantsHeader ? { headers: words.headersWanted, ...errors } : errors}
        form={form}
        kept={kept}
        set={set}
        takesTools={uses('tools')}
      />
      <AgentTrial
        body={isUrl(url) ? testBodyOf(form, agent) : null}
        onWantsHeader={setWantsHeader}
        test={test}
      />
      {failure === null ? null : (
        <Banner role="alert" tone="fail">
          <b className="b">{words.failed}</b>
          <p className="s">{failure}</p>
        </Banner>
      )}
      <div className="row agent-e">
        <DialogCancel />
        <Button busy={busy} type="submit" variant="primary">
          {busy ? words.saving : words.save}
        </Button>
      </div>
    </form>
  );
}
