import { useId, useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { timeText as text } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Textarea } from '../../ui/input.tsx';

interface RestartDialogProps {
  at: number;
  /** Rejects when the server refuses. */
  onStart: (message: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation, and what to do differently, before a task is started again from a position. */
export function RestartDialog({ at, onStart, onClose }: RestartDialogProps) {
  const id = useId();
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const start = async () => {
    setBusy(true);
    setError(null);
    try {
      await onStart(message.trim());
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog
      description={text.dialogDetail}
      onOpenChange={(open) => open || onClose()}
      open
      title={text.dialog(at)}
    >
      <form
        className="dialog-form stack-wide"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <label className="stack-tight" htmlFor={id}>
          {text.message}
        </label>
        <Textarea
          id={id}
          onChange={({ target }) => setMessage(target.value)}
          rows={3}
          value={message}
        />
        {error === null ? null : (
          <Banner role="alert" tone="fail">
            <b className="strong">{text.refused}</b> {errorText(error)}
          </Banner>
        )}
        <div className="row at-end">
          <DialogCancel disabled={busy} />
          <Button busy={busy} type="submit" variant="primary">
            {busy ? text.starting : text.start}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
