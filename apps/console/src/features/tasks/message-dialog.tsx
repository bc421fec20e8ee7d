import type { Attachment } from '@countersign/api/attachment';
import { useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { useAction } from '../../live/use-action.ts';
import { attachText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { type AttachableTask, Attachments } from './attachments.tsx';
import './tasks.css';

const words = attachText.message;

interface MessageDialogProps {
  /** What has been written already. */
  text: string;
  agentName: string;
  takesFiles: boolean;
  tasks: readonly AttachableTask[];
  onClose: () => void;
  /** Resolves when the server has taken it. */
  send: (message: { content: string; attachments: Attachment[] }) => Promise<void>;
}

/** A message with attachments to the agent of a task, whether it runs or not. */
export function MessageDialog(props: MessageDialogProps) {
  const { text, agentName, takesFiles, tasks, onClose, send } = props;
  const [content, setContent] = useState(text);
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const { busy, failure, run } = useAction();
  const written = content.trim();
  const submit = () => void run(() => send({ content: written, attachments: [...attachments] }));
  return (
    <Dialog onOpenChange={(open) => open || onClose()} open title={words.title(agentName)} wide>
      <form
        className="dialog-form stack-wide"
        onSubmit={(event) => {
          event.preventDefault();
          if (written !== '' && !busy) submit();
        }}
      >
        <Field label={words.label} required>
          {(ids) => (
            <Textarea
              {...ids}
              autoFocus
              onChange={(event) => setContent(event.target.value)}
              rows={4}
              value={content}
            />
          )}
        </Field>
        <Attachments
          onChange={setAttachments}
          takesFiles={takesFiles}
          tasks={tasks}
          value={attachments}
        />
        {failure === null ? null : (
          <Banner role="alert" tone="fail">
            <b className="strong">{words.failed}</b>
            <p className="small">{errorText(failure)}</p>
          </Banner>
        )}
        <div className="row at-end on-canvas sticky-end">
          <DialogCancel />
          <Button busy={busy} disabled={written === ''} type="submit" variant="primary">
            {words.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
