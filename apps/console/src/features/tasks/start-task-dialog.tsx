import type { Agent } from '@countersign/api/agent';
import type { CreateTask } from '@countersign/api/task';
import type { ReactNode } from 'react';
import { faultText } from '../../text/statements/statements.ts';
import { commonText, tasksText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Field } from '../../ui/field.tsx';
import { useFirstFault } from '../../ui/hooks/use-first-fault.ts';
import { Input, Textarea } from '../../ui/input.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Select } from '../../ui/select.tsx';
import { peopleFirst } from './agent-example.ts';
import { type AttachableTask, Attachments } from './attachments.tsx';
import { StructuredInput } from './structured-input.tsx';
import { type StartFailure, useStartForm } from './use-start-form.ts';

const words = tasksText.dialog;

interface StartTaskDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  agents: readonly Agent[];
  /** Chosen at first. */
  agentId: string;
  /** Resolves when the server started it. */
  start: (body: CreateTask) => Promise<void>;
  /** The protocols whose agents take files that are no text. */
  takingFiles?: ReadonlySet<string>;
  /** The tasks whose results can be attached. */
  tasks?: readonly AttachableTask[];
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

function StartTaskForm(props: StartTaskDialogProps) {
  const { agents, agentId, start, takingFiles, tasks = [] } = props;
  const { form, set, attach, choose, agent, example, errors, failure, busy, submit } = useStartForm(
    {
      agents,
      agentId,
      start,
    },
  );
  const ref = useFirstFault(errors);
  return (
    <form className="dialog-form stack-wide" noValidate onSubmit={submit} ref={ref}>
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
        <button
          className="link small start-example breakable"
          onClick={() => set({ message: example })}
          type="button"
        >
          {words.example}
          {commonText.colon}
          <span className="muted">{example}</span>
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
      <Attachments
        onChange={attach}
        takesFiles={agent === undefined || takingFiles?.has(agent.protocol) === true}
        tasks={tasks}
        value={form.attachments}
      />
      <Field help={words.nameHelp} label={words.name}>
        {(ids) => (
          <Input
            {...ids}
            onChange={(event) => set({ title: event.target.value })}
            value={form.title}
          />
        )}
      </Field>
      {failure === null ? null : <NotStarted failure={failure} />}
      <div className="row at-end on-canvas sticky-end">
        <DialogCancel />
        <Button busy={busy} type="submit" variant="primary">
          {busy ? words.starting : words.submit}
          <Kbd keys="$mod+Enter" />
        </Button>
      </div>
    </form>
  );
}

/** The server did not start it, or did not answer. */
function NotStarted({ failure }: { failure: StartFailure }) {
  return (
    <Banner role="alert" tone="fail">
      <b className="strong">{failure.title}</b>
      <p className="small">{failure.detail}</p>
      {failure.errors.map((one) => (
        <p className="small" key={one.path + one.message}>
          <code>{one.path}</code> {faultText(one)}
        </p>
      ))}
    </Banner>
  );
}
