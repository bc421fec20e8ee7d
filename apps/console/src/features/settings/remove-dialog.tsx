import { useAction } from '../../live/use-action.ts';
import { settingsText } from '../../text/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
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
  return (
    <Dialog
      description={detail}
      footer={
        <>
          <Button onClick={close}>{settingsText.keep}</Button>
          <Button
            busy={action.busy}
            onClick={() => void action.run(remove).then((done) => done && close())}
            variant="danger"
          >
            {yes}
          </Button>
        </>
      }
      onOpenChange={(open) => open || close()}
      open={title !== null}
      title={title ?? ''}
    >
      <Failure of={action.failure} />
    </Dialog>
  );
}
