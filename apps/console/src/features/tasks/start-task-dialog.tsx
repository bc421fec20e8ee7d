import type { Agent } from '@countersign/api/agent';
import type { CreateTask } from '@countersign/api/task';
import { jsonText } from '@countersign/json/json-text';
import { type FormEvent, type ReactNode, useState } from 'react';
import { problemOf } from '../../live/problem-words.ts';
import { tasksText } from '../../text/tasks.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SchemaForm } from '../../ui/forms/schema-form.tsx';
import { validateValue } from '../../ui/forms/validate.ts';
import { Input, Textarea } from '../../ui/input.tsx';
import { JsonText } from '../../ui/json/json-text.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Select } from '../../ui/select.tsx';
import { useFirstFault } from '../../ui/use-first-fault.ts';
import { exampleOf, peopleFirst } from './agent-example.ts';
import { isFormSchema, type StartErrors, type StartForm, startRequest } from './start-task.ts';

const words = tasksText.dialog;

interface StartTaskDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  agents: readonly Agent[];
  /** Chosen at first. */
  agentId: string;
  /** Resolves when the server started it. */
  start: (body: CreateTask) => Promise<void>;
  /** Shown when there is no agent to choose. */
  agentsLink: ReactNode;
}

/** Gives an agent something to do. */
export function StartTaskDialog(props: StartTaskDialogProps) {
  const { open, onOpenChange, agents, agentsLink } = props;
  return (
    <Dialog onOpenChange={onOpenChange} open={open} title={words.title} wide>
      {agents.length === 0 ? (
        <div className="row">
          <span className="grow">{words.noAgents}</span>
          {agentsLink}
        </div>
      ) : (
        <StartTaskForm {...props} />
      )}
    </Dialog>
  );
}

/** Why the server did not start it, in its own words. */
function failureOf(error: unknown): {
  detail: string;
  errors: readonly { path: string; message: string }[];
} {
  const problem = problemOf(error);
  if (problem === null) return { detail: words.offline, errors: [] };
  return { detail: problem.detail ?? problem.title, errors: problem.errors ?? [] };
}

function StartTaskForm({ agents, agentId, start }: StartTaskDialogProps) {
  const only = agents.length === 1 ? agents[0]?.id : undefined;
  const [form, setForm] = useState<StartForm>({
    agentId: agentId || (only ?? ''),
    message: '',
    input: '',
    value: undefined,
    title: '',
  });
  const [errors, setErrors] = useState<StartErrors>({});
  const ref = useFirstFault(errors);
  const [failure, setFailure] = useState<ReturnType<typeof failureOf> | null>(null);
  const [busy, setBusy] = useState(false);
  const agent = agents.find((one) => one.id === form.agentId);
  const example = exampleOf(agent);
  const set = (part: Partial<StartForm>) => setForm((before) => ({ ...before, ...part }));
  // An example that nobody touched is the one of whoever is chosen.
  const choose = (next: string) =>
    set({
      agentId: next,
      value: undefined,
      ...(example === null || form.message !== example
        ? {}
        : { message: exampleOf(agents.find(({ id }) => id === next)) ?? '' }),
    });

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const request = startRequest(form, agent?.inputSchema);
    setErrors(request.ok ? {} : request.errors);
    if (!request.ok || busy) return;
    setBusy(true);
    setFailure(null);
    start(request.body).catch((error: unknown) => {
      setBusy(false);
      setFailure(failureOf(error));
    });
  };
  return (
    <form className="start-f" noValidate onSubmit={submit} ref={ref}>
      <Field error={errors.agentId} help={agent?.description} label={words.agent} required>
        {(ids) => (
          <Select
            {...ids}
            autoFocus
            onChange={choose}
            options={peopleFirst(agents).map((one) => ({ value: one.id, label: one.name }))}
            placeholder={words.chooseAgent}
            value={form.agentId}
          />
        )}
      </Field>
      <Field error={errors.message} help={words.messageHelp} label={words.message}>
        {(ids) => (
          <Textarea
            {...ids}
            onChange={(event) => set({ message: event.target.value })}
            rows={4}
            value={form.message}
          />
        )}
      </Field>
      {example !== null && form.message === '' ? (
        <button className="link s start-x" onClick={() => set({ message: example })} type="button">
          {words.example}: <span className="m">{example}</span>
        </button>
      ) : null}
      {agent?.inputSchema === undefined ? null : (
        <StructuredInput
          error={errors.input}
          form={form}
          onChange={set}
          schema={agent.inputSchema}
          showAll={errors.input !== undefined}
        />
      )}
      <Field help={words.nameHelp} label={words.name}>
        {(ids) => (
          <Input
            {...ids}
            onChange={(event) => set({ title: event.target.value })}
            value={form.title}
          />
        )}
      </Field>
      {failure === null ? null : (
        <Banner role="alert" tone="fail">
          <b className="b">{words.failed}</b>
          <p className="s">{failure.detail}</p>
          {failure.errors.map((one) => (
            <p className="s" key={one.path + one.message}>
              <code>{one.path}</code> {one.message}
            </p>
          ))}
        </Banner>
      )}
      <div className="row start-e">
        <DialogCancel />
        <Button busy={busy} type="submit" variant="primary">
          {busy ? words.starting : words.submit}
          <Kbd keys="$mod+Enter" />
        </Button>
      </div>
    </form>
  );
}

interface StructuredInputProps {
  schema: unknown;
  form: StartForm;
  error: string | undefined;
  showAll: boolean;
  onChange: (part: Partial<StartForm>) => void;
}

/** What the agent takes beside words: its own form, or JSON when its schema names no fields. */
function StructuredInput({ schema, form, error, showAll, onChange }: StructuredInputProps) {
  if (isFormSchema(schema)) {
    return (
      <div className="start-i">
        <b className="b">{words.inputForm}</b>
        <SchemaForm
          errors={validateValue(schema, form.value ?? {})}
          idPrefix="start"
          label={words.inputForm}
          onChange={(value) => onChange({ value })}
          schema={schema}
          showAll={showAll}
          value={form.value ?? {}}
        />
        {error === undefined ? null : (
          <p className="s start-bad" role="alert">
            {error}
          </p>
        )}
      </div>
    );
  }
  return (
    <>
      <Field error={error} help={words.inputHelp} label={words.input}>
        {(ids) => (
          <Textarea
            {...ids}
            className="area mono"
            onChange={(event) => onChange({ input: event.target.value })}
            rows={4}
            spellCheck={false}
            value={form.input}
          />
        )}
      </Field>
      <details className="s">
        <summary>{words.inputSchema}</summary>
        <pre className="code start-s">
          <JsonText text={jsonText(schema)} />
        </pre>
      </details>
    </>
  );
}
