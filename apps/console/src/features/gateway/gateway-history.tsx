import type { GatewayHistory as History } from '@countersign/api/gateway';
import { LiveTime } from '../../live/live-time.tsx';
import { gatewayText } from '../../text/gateway.ts';
import { visibleText } from '../../text/visible-text.ts';

const text = gatewayText.history;
type Change = History['items'][number];

function words({ action, route, service }: Change): string {
  const say = Object.entries(text.actions).find(([name]) => name === action)?.[1];
  return say?.(visibleText(route), visibleText(service ?? '')) ?? visibleText(action);
}

/** Who has changed routes and policies, newest first. */
export function GatewayHistory({
  history,
  operatorName,
}: {
  history: History;
  operatorName: (id: string) => string;
}) {
  return (
    <section className="page-part">
      <h2>{text.title}</h2>
      <ol className="agent-lines small">
        {history.items.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may have the same time, and the list only grows in front.
          <li key={index}>
            <span className="grow">{words(change)}</span>
            <span className="muted truncate">{operatorName(change.by)}</span>
            <span className="muted nowrap tabular">
              <LiveTime as="ago" at={change.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
