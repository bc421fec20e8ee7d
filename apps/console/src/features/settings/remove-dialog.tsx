import { useAction } from '../../live/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Failure } from './section.tsx';

interface RemoveDialogProps {
  /** Null = closed. */
  title: string | null;
  detail: string;
  yes: string;
  remove: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks once before something is removed for good. */
export function RemoveDialog({ title, detail, yes, remove, onClose }: RemoveDialogProps) {
  const action = useAction();
  const close = () => {
    action.clear();
    onClose();
  };
  // A removal that is on its way ends in this dialog: another one could be open by then.
  const leave = () => action.busy || close();
  return (
    <Dialog
      description={detail}
      footer={
        <>
          <DialogCancel disabled={action.busy} />
          <Button
            busy={action.busy}
            onClick={() => void action.run(remove).then((done) => done && close())}
            variant="danger"
          >
            {yes}
          </Button>
        </>
      }
      onOpenChange={(open) => open || leave()}
      open={title !== null}
      title={title ?? ''}
    >
      <Failure of={action.failure} />
    </Dialog>
  );
}
