import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { DialogCancel } from '../dialog-cancel.tsx';

interface ActionDialogProps {
  title: string;
  description?: string;
  wide?: boolean;
  /** What its main button says. */
  yes: string;
  danger?: boolean;
  disabled?: boolean;
  /** The action is in progress: the dialog waits for its result. */
  busy: boolean;
  act: () => void;
  /** A click outside closes it: nothing that was written is lost. */
  closesOutside?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is there while it is rendered, and does one thing. */
export function ActionDialog({
  title,
  description,
  wide = false,
  yes,
  danger = false,
  disabled = false,
  busy,
  act,
  closesOutside = false,
  onClose,
  children,
}: ActionDialogProps) {
  return (
    <Dialog
      {...(description === undefined ? {} : { description })}
      footer={
        <>
          <DialogCancel disabled={busy} />
          <Button
            busy={busy}
            disabled={disabled}
            onClick={act}
            variant={danger ? 'danger' : 'primary'}
          >
            {yes}
          </Button>
        </>
      }
      keepOpen={!closesOutside}
      onOpenChange={(open) => open || busy || onClose()}
      open
      title={title}
      wide={wide}
    >
      {children}
    </Dialog>
  );
}
