import { keysText } from '../../text/texts.ts';
import { Dialog } from '../dialog.tsx';
import { groupsOf, KeyList } from './key-list.tsx';
import { useKeyScopes } from './keys.tsx';

/** `?`: the keys that act here and now, by scope, each with its switch. */
export function KeySheet({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const scopes = useKeyScopes();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={keysText.title}
      description={keysText.rule}
    >
      <KeyList groups={groupsOf(scopes)} />
    </Dialog>
  );
}
