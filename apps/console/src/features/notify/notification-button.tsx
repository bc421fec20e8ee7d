import { onlyReads } from '@countersign/desk/permissions';
import { Bell, BellOff } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useMe } from '../../live/queries.ts';
import { notifyText as text } from '../../text/texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNotifySettings } from './notify-context.tsx';
import { usePermission } from './permission.ts';
import { useUnseenCount } from './use-unseen.ts';
import './notify.css';

const UnseenPanel = lazyPart(async () => (await import('./unseen-panel.tsx')).UnseenPanel);

interface NotificationButtonProps {
  onOpen: (promptId: string | null) => void;
  /** To where more can be set. */
  settingsLink: (onClick: () => void) => ReactNode;
}

/** Blocking questions that have not been seen, and whether notifications are on. */
export function NotificationButton({ onOpen, settingsLink }: NotificationButtonProps) {
  const count = useUnseenCount();
  const [open, setOpen] = useState(false);
  const [settings] = useNotifySettings();
  const permission = usePermission();
  const isViewer = onlyReads(useMe().data);
  const reported = settings.on && permission === 'granted' && !isViewer;
  return (
    <Popover
      align="end"
      label={text.unseen}
      onOpenChange={setOpen}
      open={open}
      trigger={
        <button
          aria-label={text.bell(count)}
          className="button button-ghost button-icon anchor bell"
          title={text.bell(count)}
          type="button"
        >
          <Icon of={reported ? Bell : BellOff} />
          {count > 0 ? <b className="tabular">{count > 99 ? '99+' : count}</b> : null}
        </button>
      }
    >
      <Suspense fallback={<Skeleton label={text.unseen} rows={3} />}>
        <UnseenPanel
          isReported={reported}
          onOpen={(promptId) => {
            setOpen(false);
            onOpen(promptId);
          }}
          settingsLink={settingsLink(() => setOpen(false))}
        />
      </Suspense>
    </Popover>
  );
}
