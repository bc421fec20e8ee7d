import type { ConnectionState } from '@countersign/client/client';
import { DatabaseZap, WifiOff } from 'lucide-react';
import { useClient } from '../../live/client-context.tsx';
import { useConnection, useOutbox } from '../../live/connection.ts';
import { useServerNow } from '../../live/server-now.ts';
import { connectionText as text } from '../../text/connection.ts';
import { formatSpan } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';

/** Behind by at least this many events one is told in full width. */
const BEHIND_WORTH_TELLING = 50;

function OfflineStrip() {
  const connection = useConnection();
  const client = useClient();
  const now = useServerNow();
  const waiting = useOutbox().filter((entry) => entry.state === 'waiting').length;
  return (
    <div className="strip strip-bar strip-need" role="status">
      <Icon of={WifiOff} />
      <b className="b">{text.offline(formatSpan(now - connection.since))}</b>
      <span className="grow">{connection.refusal ?? text.offlineDetail(waiting)}</span>
      {connection.retryAt !== null && connection.retryAt > now && (
        <span className="tn">{text.retryIn(formatSpan(connection.retryAt - now))}</span>
      )}
      <button type="button" className="link" onClick={() => client.retryNow()}>
        {text.retryNow}
      </button>
    </div>
  );
}

function StoreStrip({ trouble }: { trouble: NonNullable<ConnectionState['storeTrouble']> }) {
  const now = useServerNow();
  return (
    <div className="strip strip-bar strip-need" role="status">
      <Icon of={DatabaseZap} />
      {/* One text, so that it wraps as one in a small window. */}
      <span className="grow">
        <b>{text.storeTrouble[trouble.reason]}.</b>{' '}
        {text.storeTroubleDetail(formatSpan(now - trouble.since))}
      </span>
    </div>
  );
}

/** Full-width word above the screen while it may not be the truth; nothing when it is. */
export function ConnectionStrip() {
  const connection = useConnection();
  if (connection.status === 'offline') return <OfflineStrip />;
  if (connection.storeTrouble !== null) return <StoreStrip trouble={connection.storeTrouble} />;
  if (connection.status !== 'catching-up' || (connection.behind ?? 0) < BEHIND_WORTH_TELLING) {
    return null;
  }
  return (
    <div className="strip strip-bar strip-run" role="status">
      <span className="spin" aria-hidden />
      <b className="b">{text.catchingUpBy(connection.behind ?? 0)}</b>
      <span className="grow">{text.catchingUpDetail}</span>
    </div>
  );
}
