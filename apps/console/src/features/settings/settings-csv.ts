import type { Operator } from '@countersign/api/operator';
import type { Webhook } from '@countersign/api/webhook';
import { commonText, csvText } from '../../text/texts.ts';
import { csvOf, csvTime } from '../../ui/files/csv.ts';

/** The webhooks, without their secrets, as a table for other programs. */
export const webhooksCsv = (webhooks: readonly Webhook[]): string =>
  csvOf(
    csvText.webhooks,
    webhooks.map(({ lastDelivery: last, ...webhook }) => [
      webhook.id,
      webhook.name,
      webhook.url,
      String(webhook.enabled),
      webhook.severityFrom,
      webhook.repeatMs === null ? null : webhook.repeatMs / 1_000,
      csvTime(last?.at),
      last === null ? null : String(last.ok),
      last?.status ?? null,
      last?.attempts ?? null,
    ]),
  );

/** Who may sign in, as a table for other programs. */
export const operatorsCsv = (operators: readonly Operator[]): string =>
  csvOf(
    csvText.operators,
    operators.map(({ id, name, role, groups }) => [id, name, role, commonText.inRow(groups)]),
  );
