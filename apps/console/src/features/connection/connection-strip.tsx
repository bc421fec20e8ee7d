import type { ConnectionState } from '@countersign/client/client';
import { DatabaseZap, RefreshCw, WifiOff } from 'lucide-react';
import { useClient } from '../../live/session/client-context.tsx';
import { useConnection, useOutbox } from '../../live/session/connection.ts';
import { putOffNewerVersion, useNewerVersion } from '../../live/session/newer-version.ts';
import { useHereNow, useServerNow } from '../../live/session/server-now.ts';
import { commonText, connectionText as text } from '../../text/texts.ts';
import { formatSpan } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import './connection.css';

/** Behind by at least this many events, the strip is shown in full width. */
const BEHIND_WORTH_SHOWING = 50;

function OfflineStrip({ lostAt }: { lostAt: number }) {
  const { refusal, retryAt } = useConnection();
  const client = useClient();
  const now = useHereNow();
  const waiting = useOutbox().filter((entry) => entry.state === 'waiting').length;
  const detail = refusal ?? text.offlineDetail(waiting);
  return (
    <div className="small strip strip-bar" data-tone="need" title={detail}>
      <Icon of={WifiOff} />
      <b className="strong truncate tabular">
        {text.offline(formatSpan(Math.max(0, now - lostAt)))}
      </b>
      <span className="line-clamp strip-text grow">
        {detail}
        {/* Its place is kept while an attempt is running: nothing next to it moves. */}
        <span className="tabular" style={retryAt === null ? { visibility: 'hidden' } : undefined}>
          {commonText.gap}
          {text.retryIn(formatSpan(Math.max(0, (retryAt ?? now) - now)))}
        </span>
      </span>
      <button type="button" className="link" onClick={() => client.retryNow()}>
        {text.retryNow}
      </button>
    </div>
  );
}

type Trouble = NonNullable<ConnectionState['storeTrouble']>;

const isReadsOnly = (reason: Trouble['reason']): reason is 'off' | 'elsewhere' =>
  reason === 'off' || reason === 'elsewhere';

function StoreStrip({ trouble }: { trouble: Trouble }) {
  const now = useServerNow();
  const { reason } = trouble;
  const detail = isReadsOnly(reason)
    ? text.readsOnlyDetail[reason]
    : text.storeTroubleDetail(formatSpan(now - trouble.since));
  return (
    <div
      className="small strip strip-bar"
      data-tone="need"
      title={`${commonText.sentence(text.storeTrouble[trouble.reason])} ${detail}`}
    >
      <Icon of={DatabaseZap} />
      <b className="strong may-wrap">{commonText.sentence(text.storeTrouble[trouble.reason])}</b>
      <span className="line-clamp strip-text grow">{detail}</span>
    </div>
  );
}

/** There is no automatic reload, because the operator may be typing. */
function NewerStrip() {
  return (
    <div className="small strip strip-bar" data-tone="run" title={text.newerDetail}>
      <Icon of={RefreshCw} />
      <b className="strong truncate">{commonText.newVersion}</b>
      <span className="line-clamp strip-text grow">{text.newerDetail}</span>
      <button type="button" className="link" onClick={() => location.reload()}>
        {commonText.reload}
      </button>
      <button type="button" className="link" onClick={putOffNewerVersion}>
        {text.later}
      </button>
    </div>
  );
}

function BehindStrip({ behind }: { behind: number }) {
  return (
    <div className="small strip strip-bar" data-tone="run">
      <Spinner />
      <b className="strong truncate">{text.catchingUpBy(behind)}</b>
      <span className="line-clamp strip-text grow">{text.catchingUpDetail}</span>
    </div>
  );
}

const isBehind = ({ status, behind }: ConnectionState) =>
  status === 'catching-up' && (behind ?? 0) >= BEHIND_WORTH_SHOWING;

/** What is announced to screen readers: the state, once, without the time. */
function spokenOf(connection: ConnectionState, isNewer: boolean): string {
  if (connection.lostAt !== null) return connection.refusal ?? text.spoken.offline;
  if (connection.storeTrouble !== null) {
    const { reason } = connection.storeTrouble;
    const detail = isReadsOnly(reason) ? text.readsOnlyDetail[reason] : text.spoken.store;
    return `${commonText.sentence(text.storeTrouble[reason])} ${detail}`;
  }
  if (isNewer) return `${commonText.sentence(commonText.newVersion)} ${text.newerDetail}`;
  if (isBehind(connection)) return text.catchingUpDetail;
  return connection.storeDamaged.length > 0 ? text.damaged : '';
}

/** Shows in place of the breadcrumb that the screen may be out of date; nothing when it is current. The page below never moves. */
export function ConnectionStrip() {
  const connection = useConnection();
  const { lostAt, storeTrouble } = connection;
  const isNewer = useNewerVersion(({ found, putOff }) => found && !putOff);
  return (
    <>
      <span className="visually-hidden" role="status">
        {spokenOf(connection, isNewer)}
      </span>
      {lostAt !== null ? (
        <OfflineStrip lostAt={lostAt} />
      ) : storeTrouble !== null ? (
        <StoreStrip trouble={storeTrouble} />
      ) : isNewer ? (
        <NewerStrip />
      ) : isBehind(connection) ? (
        <BehindStrip behind={connection.behind ?? 0} />
      ) : null}
    </>
  );
}
