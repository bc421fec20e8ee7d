import type { Prompt } from '@countersign/api/prompt';
import { useState } from 'react';
import { usePromptActions } from '../../../live/prompts/prompt-actions.ts';
import { useAction } from '../../../live/use-action.ts';
import { promptLifeText as text } from '../../../text/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogCancel } from '../../../ui/dialog-cancel.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { Failure } from './failure.tsx';

const FORM = 'dismiss';

function DismissDialog({ prompt, onClose }: { prompt: Prompt; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { dismiss } = usePromptActions(prompt.id);
  const action = useAction();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text.dismissTitle}
      description={text.dismissNote}
      footer={
        <>
          <DialogCancel />
          <Button
            variant="primary"
            type="submit"
            form={FORM}
            busy={action.busy}
            disabled={reason.trim() === ''}
          >
            {action.busy ? text.dismissing : text.dismiss}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '') void action.run(() => dismiss(reason.trim()));
        }}
      >
        <Field label={text.dismissReason} required>
          {(ids) => (
            <Textarea
              {...ids}
              rows={2}
              data-autofocus
              maxLength={400}
              placeholder={text.dismissHint}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <Failure of={action.failure} />
      </form>
    </Dialog>
  );
}

/** Ends a question without an answer, for a reason. */
export function DismissButton({ prompt }: { prompt: Prompt }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text.dismiss}</Button>
      {open && <DismissDialog prompt={prompt} onClose={() => setOpen(false)} />}
    </>
  );
}

/** In place of the answers when no answer can be delivered any more. */
export function DismissBar({ prompt }: { prompt: Prompt }) {
  return (
    <footer className="scrolls-down line-above on-canvas answer">
      <div className="fine-print on-canvas answer-send row-wide nowrap controls-grow-on-phone">
        <span className="grow" />
        <DismissButton prompt={prompt} />
      </div>
    </footer>
  );
}
