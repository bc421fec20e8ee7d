import type { GatewayHistory } from '@countersign/api/gateway';
import { csvText } from '../../text/texts.ts';
import { csvOf, csvTime } from '../../ui/files/csv.ts';

/** Who has changed routes and policies, as a table for other programs. */
export const gatewayCsv = (
  { items }: GatewayHistory,
  operatorName: (id: string) => string,
): string =>
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
