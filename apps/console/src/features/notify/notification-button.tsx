import { onlyReads } from '@countersign/desk/permissions';
import { Bell, BellOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LiveRing, LiveTime } from '../../live/live-time.tsx';
import { useMe } from '../../live/queries.ts';
import { notifyText as text } from '../../text/notify.ts';
import { askerName } from '../../text/sender-name.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { Diamond, Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useNotifySettings } from './notify-context.tsx';
import { askPermission, usePermission } from './permission.ts';
import { useUnseen, useUnseenCount } from './use-unseen.ts';
import './notify.css';

const MAX_LISTED = 8;

interface NotificationButtonProps {
  onOpen: (promptId: string | null) => void;
  /** To where more can be set. */
  settingsLink: (onClick: () => void) => ReactNode;
}

/** Blocking questions that have not been seen, and whether notifications are on. */
export function NotificationButton({ onOpen, settingsLink }: NotificationButtonProps) {
  const unseen = useUnseen();
  const count = useUnseenCount();
  const [open, setOpen] = useState(false);
  const [settings] = useNotifySettings();
  const permission = usePermission();
  const isViewer = onlyReads(useMe().data);
  const told = settings.on && permission === 'granted' && !isViewer;
  const go = (promptId: string | null) => {
    setOpen(false);
    onOpen(promptId);
  };
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
          <Icon of={told ? Bell : BellOff} />
          {count > 0 ? <b className="tabular">{Math.min(99, count)}</b> : null}
        </button>
      }
    >
      <div className="bell-panel stack">
        <h2>{text.unseen}</h2>
        {unseen.length === 0 ? <p className="small muted">{text.none}</p> : null}
        <ul>
          {unseen.slice(0, MAX_LISTED).map((prompt) => (
            <li key={prompt.id}>
              <button onClick={() => go(prompt.id)} type="button">
                <Diamond filled small />
                <span className="grow">
                  <span className="strong truncate" dir="auto" lang="">
                    {visibleText(prompt.ask)}
                  </span>
                  <span className="small muted truncate" dir="auto">
                    {visibleText(askerName(prompt))}
                    {' · '}
                    <LiveTime at={prompt.openedAt} />
                  </span>
                </span>
                {prompt.expiresAt === null ? null : (
                  <LiveRing from={prompt.openedAt} until={prompt.expiresAt} />
                )}
              </button>
            </li>
          ))}
        </ul>
        {count > MAX_LISTED ? (
          <button className="link small" onClick={() => go(null)} type="button">
            {text.more(count - MAX_LISTED)}
          </button>
        ) : null}
        {isViewer ? (
          <p className="soft-line-above bell-foot row small muted">{text.viewer}</p>
        ) : (
          <Told settingsLink={settingsLink(() => setOpen(false))} told={told} />
        )}
      </div>
    </Popover>
  );
}

/** The footer: whether notifications are on, and how to turn them on. */
function Told({ told, settingsLink }: { told: boolean; settingsLink: ReactNode }) {
  const permission = usePermission();
  const [, change] = useNotifySettings();
  const turnOn = async () =>
    change({ on: permission === 'granted' ? true : await askPermission() });
  return (
    <div className="soft-line-above bell-foot row small muted">
      <span className="grow">
        {told
          ? text.told
          : permission === 'missing' || permission === 'denied'
            ? text.permission[permission]
            : text.notTold}
      </span>
      {!told && (permission === 'default' || permission === 'granted') ? (
        <Button onClick={() => void turnOn()} small>
          {text.turnOn}
        </Button>
      ) : null}
      {settingsLink}
    </div>
  );
}
