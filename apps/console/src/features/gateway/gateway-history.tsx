import type { GatewayHistory as History } from '@countersign/api/gateway';
import type { ReactNode } from 'react';
import { LiveTime } from '../../live/session/live-time.tsx';
import { gatewayText } from '../../text/registry.ts';
import { csvText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { csvOf, csvTime } from '../../ui/files/csv.ts';
import { CsvButton } from '../../ui/files/csv-button.tsx';

const text = gatewayText.history;
type Change = History['items'][number];

type Name = (operatorId: string) => string;

const saying = <Say,>(table: Readonly<Record<string, Say>>, action: string): Say | undefined =>
  Object.entries(table).find(([name]) => name === action)?.[1];

function words({ action, route, service, call }: Change, operatorName: Name): string {
  const led = visibleText(service ?? '');
  if (call === null) {
    return saying(text.actions, action)?.(visibleText(route), led) ?? visibleText(action);
  }
  const caller = visibleText(operatorName(call.caller));
  const said = saying(text.calls, action)?.(caller, led) ?? visibleText(action);
  return call.reason === null ? said : text.why(said, visibleText(call.reason));
}

/** Who has changed routes and policies, and allowed or refused calls, newest first. */
export function GatewayHistory({
  history,
  operatorName,
  questionLink,
}: {
  history: History;
  operatorName: Name;
  /** To the question whether a call may be made. */
  questionLink: (promptId: string, words: string) => ReactNode;
}) {
  return (
    <section className="page-part stack">
      <div className="row">
        <h2 className="grow">{text.title}</h2>
        <CsvButton name="gateway-changes" table={() => gatewayCsv(history, operatorName)} />
      </div>
      <ol className="agent-lines small">
        {history.items.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may have the same time, and the list only grows in front.
          <li key={index}>
            <span className="breakable grow">
              {change.call === null
                ? words(change, operatorName)
                : questionLink(change.call.promptId, words(change, operatorName))}
            </span>
            <span className="muted truncate">
              {change.by === null ? text.nobody : operatorName(change.by)}
            </span>
            <span className="muted nowrap tabular">
              <LiveTime as="ago" at={change.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Who has changed routes and policies, as a table for other programs. */
const gatewayCsv = ({ items }: History, operatorName: (id: string) => string): string =>
  csvOf(
    csvText.gateway,
    items.map(({ at, action, route, service, by, call }) => [
      csvTime(at),
      action,
      route,
      service,
      by === null ? null : operatorName(by),
      call === null ? null : operatorName(call.caller),
      call?.reason ?? null,
    ]),
  );
