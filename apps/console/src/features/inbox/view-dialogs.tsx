import type { SavedView } from '@countersign/api/prompts/view';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { commonText, viewsText as text } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** One request, after which the dialog closes; if it failed, the reason as text. */
function useAsk(onClose: () => void) {
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({
    busy: false,
    failure: null,
  });
  const ask = (work: () => Promise<void>) => {
    setState({ busy: true, failure: null });
    work().then(onClose, (error: unknown) => setState({ busy: false, failure: errorText(error) }));
  };
  return { ...state, ask };
}

interface SaveViewDialogProps {
  /** The view to rename; null = a new one is made. */
  view: SavedView | null;
  /** The filter stored by a new view, as text. */
  words: string;
  onClose: () => void;
  onSave: (made: { name: string; shared: boolean }) => Promise<void>;
}

/** Name and audience of a view. */
export function SaveViewDialog({ view, words, onClose, onSave }: SaveViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const action = useAsk(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    action.ask(() => onSave({ name: name.trim(), shared }));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={view === null ? text.saveTitle : text.renameTitle}
    >
      <form className="queue-view-form stack-wide" onSubmit={submit}>
        <Field label={text.name} required>
          {(ids) => (
            <Input
              {...ids}
              autoFocus
              maxLength={80}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        {view === null && (
          <p className="small muted help-text">{commonText.pair(text.what, words)}</p>
        )}
        <Checkbox checked={shared} onChange={setShared} label={text.shareToo} />
        {action.failure !== null && (
          <Banner tone="fail" role="alert">
            {action.failure}
          </Banner>
        )}
        <div className="row at-end">
          <DialogCancel disabled={action.busy} />
          <Button variant="primary" type="submit" busy={action.busy} disabled={name.trim() === ''}>
            {view === null ? text.doSave : text.doRename}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface RemoveViewDialogProps {
  view: SavedView;
  onClose: () => void;
  onRemove: () => Promise<void>;
}

/** Asks before a view goes. */
export function RemoveViewDialog({ view, onClose, onRemove }: RemoveViewDialogProps) {
  const action = useAsk(onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text.removeTitle(view.name)}
      description={view.shared ? text.removeShared : text.removeDetail}
      footer={
        <>
          <DialogCancel disabled={action.busy} />
          <Button variant="danger" busy={action.busy} onClick={() => action.ask(onRemove)}>
            {text.doRemove}
          </Button>
        </>
      }
    >
      {action.failure !== null && (
        <Banner tone="fail" role="alert">
          {action.failure}
        </Banner>
      )}
    </Dialog>
  );
}
