import type { ServiceHistory as History } from '@countersign/api/registry';
import { LiveTime } from '../../live/session/live-time.tsx';
import { registryText } from '../../text/registry.ts';
import { visibleText } from '../../text/visible-text.ts';

const text = registryText.history;

const actionText = (action: string): string =>
  Object.entries(text.actions).find(([name]) => name === action)?.[1] ?? visibleText(action);

interface ServiceHistoryProps {
  history: History | undefined;
  /** It could not be read, or not again. */
  hasFailed: boolean;
}

/** What has become of a service, newest first. */
export function ServiceHistory({ history, hasFailed }: ServiceHistoryProps) {
  const items = history?.items ?? [];
  return (
    <section>
      <h2>{text.title}</h2>
      {hasFailed ? (
        <p className="error-text" role="status">
          {text.failed}
        </p>
      ) : null}
      {history !== undefined && items.length === 0 ? <p className="muted">{text.none}</p> : null}
      <ol className="agent-lines small">
        {items.map(({ at, by, action }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may have the same time, and the list only grows in front.
          <li key={index}>
            <span className="grow">{actionText(action)}</span>
            <span className="muted truncate">
              {by === 'registry' ? text.itself : visibleText(by)}
            </span>
            <span className="muted nowrap tabular">
              <LiveTime as="ago" at={at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
