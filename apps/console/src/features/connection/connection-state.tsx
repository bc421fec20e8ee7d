import { useConnection } from '../../live/session/connection.ts';
import { useHereNow } from '../../live/session/server-now.ts';
import { commonText, connectionText as text } from '../../text/texts.ts';
import { formatSpan } from '../../ui/format-time.ts';
import { Spinner } from '../../ui/marks/spinner.tsx';
import './connection-state.css';

/** The health of the stream in the top bar: live, catching up, offline. */
export function ConnectionState() {
  const connection = useConnection();
  const now = useHereNow();
  const words = {
    idle: text.connecting,
    connecting: text.connecting,
    'catching-up':
      connection.behind === null ? text.catchingUp : text.catchingUpBy(connection.behind),
    live: text.live,
    offline: text.offlineWord,
    unauthorized: text.signedOut,
  }[connection.status];
  const title =
    connection.lastEventAt === null
      ? text.noEventYet
      : text.lastEvent(formatSpan(now - connection.lastEventAt));
  const live = connection.status === 'live';
  const broken = connection.status === 'offline';
  return (
    <span
      className="row-inline fine-print muted nowrap tabular rounded connection-state"
      title={title}
    >
      {live || broken ? (
        <span className="rigid connection-dot" data-tone={live ? 'done' : 'need'} aria-hidden />
      ) : (
        <Spinner />
      )}
      <span className="visually-hidden">
        {text.label}
        {commonText.colon}
      </span>
      <span className="connection-word">{words}</span>
    </span>
  );
}
