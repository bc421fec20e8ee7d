import type { CreateWebhook, Webhook } from '@countersign/api/webhook';
import { type Severity, severities } from '@countersign/upformat/message';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../live/use-action.ts';
import { webhooksText } from '../../text/administration.ts';
import { settingsText } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Field } from '../../ui/field.tsx';
import { formatSpan } from '../../ui/format-time.ts';
import { useFirstFault } from '../../ui/hooks/use-first-fault.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Failure } from './section.tsx';
import {
  readWebhook,
  repeats,
  type WebhookFaults,
  type WebhookForm,
  webhookForm,
} from './webhook-form.ts';

const words = webhooksText.form;
const isSeverity = (value: string): value is Severity => severities.some((one) => one === value);

/** The offered intervals, and the one that is set although it is not offered. */
const repeatOptions = (set: number | null) =>
  (repeats.includes(set) ? repeats : [...repeats, set]).map((ms) => ({
    value: String(ms ?? ''),
    label: ms === null ? words.repeatNever : words.repeatEvery(formatSpan(ms)),
  }));

interface WebhookDialogProps {
  /** Null = add one. */
  webhook: Webhook | null;
  open: boolean;
  onClose: () => void;
  save: (webhook: CreateWebhook) => Promise<unknown>;
}

/** Adds an address that is called, or changes one. */
export function WebhookDialog(props: WebhookDialogProps) {
  const { webhook, open, onClose } = props;
  return (
    <Dialog
      onOpenChange={(next) => next || onClose()}
      open={open}
      title={webhook === null ? words.addTitle : words.editTitle(webhook.name)}
    >
      <Form key={webhook?.id ?? ''} {...props} />
    </Dialog>
  );
}

function Form({ webhook, save }: WebhookDialogProps) {
  const [form, setForm] = useState<WebhookForm>(() => webhookForm(webhook));
  const [faults, setFaults] = useState<WebhookFaults>({});
  const ref = useFirstFault(faults);
  const action = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readWebhook(form);
    setFaults(read.ok ? {} : read.faults);
    if (read.ok) void action.run(() => save(read.webhook));
  };
  return (
    <form className="dialog-form stack-wide" noValidate onSubmit={submit} ref={ref}>
      <Field error={faults.name} label={words.name} required>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            autoFocus
            onChange={({ target }) => setForm({ ...form, name: target.value })}
            value={form.name}
          />
        )}
      </Field>
      <Field error={faults.url} help={words.urlHelp} label={words.url} required>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            className="input mono"
            inputMode="url"
            onChange={({ target }) => setForm({ ...form, url: target.value })}
            spellCheck={false}
            value={form.url}
          />
        )}
      </Field>
      <div className="halves">
        <Field label={words.severity}>
          {(ids) => (
            <Select
              {...ids}
              onChange={(value) => isSeverity(value) && setForm({ ...form, severityFrom: value })}
              options={severities.map((value) => ({ value, label: webhooksText.from(value) }))}
              value={form.severityFrom}
            />
          )}
        </Field>
        <Field label={words.repeat}>
          {(ids) => (
            <Select
              {...ids}
              onChange={(value) =>
                setForm({ ...form, repeatMs: value === '' ? null : Number(value) })
              }
              options={repeatOptions(form.repeatMs)}
              value={String(form.repeatMs ?? '')}
            />
          )}
        </Field>
      </div>
      <Checkbox
        checked={form.enabled}
        label={words.enabled}
        onChange={(enabled) => setForm({ ...form, enabled })}
      />
      <Failure of={action.failure} title={settingsText.notSaved} />
      <div className="at-end row">
        <DialogCancel />
        <Button busy={action.busy} type="submit" variant="primary">
          {webhook === null ? words.add : words.save}
        </Button>
      </div>
    </form>
  );
}
