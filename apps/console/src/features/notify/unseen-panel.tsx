import { onlyReads } from '@countersign/desk/permissions';
import type { ReactNode } from 'react';
import { useMe } from '../../live/queries.ts';
import { LiveRing, LiveTime } from '../../live/session/live-time.tsx';
import { askerName } from '../../text/sender-name.ts';
import { askLang, askText } from '../../text/statements/asked-words.ts';
import { notifyText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { Diamond } from '../../ui/icon.tsx';
import { useNotifySettings } from './notify-context.tsx';
import { askPermission, usePermission } from './permission.ts';
import { useUnseen, useUnseenCount } from './use-unseen.ts';

const MAX_LISTED = 8;

/** The newest blocking questions that have not been seen, and how to be notified of the next. */
export function UnseenPanel({
  isReported,
  onOpen,
  settingsLink,
}: {
  isReported: boolean;
  /** Null = all of them. */
  onOpen: (promptId: string | null) => void;
  settingsLink: ReactNode;
}) {
  const unseen = useUnseen();
  const count = useUnseenCount();
  const isViewer = onlyReads(useMe().data);
  return (
    <div className="bell-panel stack">
      <h2>{text.unseen}</h2>
      {unseen.length === 0 ? <p className="small muted">{text.none}</p> : null}
      <ul className="gone-if-empty">
        {unseen.slice(0, MAX_LISTED).map((prompt) => (
          <li key={prompt.id}>
            <button
              className="row at-top full-width rounded hovers"
              onClick={() => onOpen(prompt.id)}
              type="button"
            >
              <Diamond filled small />
              <span className="grow">
                <span className="block strong truncate" dir="auto" lang={askLang(prompt)}>
                  {visibleText(askText(prompt))}
                </span>
                <span className="block small muted truncate" dir="auto">
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
        <button className="link small" onClick={() => onOpen(null)} type="button">
          {text.more(count - MAX_LISTED)}
        </button>
      ) : null}
      {isViewer ? (
        <p className="soft-line-above bell-foot row small muted">{text.viewer}</p>
      ) : (
        <Reported settingsLink={settingsLink} reported={isReported} />
      )}
    </div>
  );
}

/** The footer: whether notifications are on, and how to turn them on. */
function Reported({ reported, settingsLink }: { reported: boolean; settingsLink: ReactNode }) {
  const permission = usePermission();
  const [, change] = useNotifySettings();
  const turnOn = async () =>
    change({ on: permission === 'granted' ? true : await askPermission() });
  return (
    <div className="soft-line-above bell-foot row small muted">
      <span className="grow">
        {reported
          ? text.reported
          : permission === 'missing' || permission === 'denied'
            ? text.permission[permission]
            : text.notNotified}
      </span>
      {!reported && (permission === 'default' || permission === 'granted') ? (
        <Button onClick={() => void turnOn()} small>
          {text.turnOn}
        </Button>
      ) : null}
      {settingsLink}
    </div>
  );
}
