import type { GatewayHistory } from '@countersign/api/gateway';
import { settledRowsOf } from '@countersign/part-desk/rows/questions/prompt-rows';
import { routeLog } from '@countersign/part-registry/route-operations';
import { newestAuditRows } from '@countersign/server/store/audit/audit';
import type { Reading } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import type { UpFeedback } from '@countersign/upformat/message';
import { z } from 'zod';
import { approvalLog, heldCallSchema } from './approvals.ts';
import { isUnanswered } from './tasks/held-task.ts';

const mostChanges = 100;
const rowSchema = z.object({
  at: z.number(),
  operator: z.string(),
  action: z.string(),
  detail: z.object({ route: z.string(), service: z.string().nullish() }),
});
type Change = GatewayHistory['items'][number];

/** What has become of routes and policies, and of the calls that a person had to allow, newest first. */
export async function gatewayHistory(reading: Reading): Promise<GatewayHistory> {
  const page = { before: null, limit: mostChanges };
  const changes = (await newestAuditRows(reading, { task: routeLog }, page)).map(
    ({ row }): Change => {
      const { at, operator: by, action, detail } = rowSchema.parse(JSON.parse(row));
      return { at, by, action, route: detail.route, service: detail.service ?? null, call: null };
    },
  );
  // At the same time, a call was decided after its route had been made.
  const items = [...(await decidedCalls(reading)), ...changes];
  return { items: items.sort((one, other) => other.at - one.at).slice(0, mostChanges) };
}

async function decidedCalls(reading: Reading): Promise<Change[]> {
  const rows = await settledRowsOf(reading, approvalLog, mostChanges);
  return rows.flatMap((row): Change[] => {
    const held = heldCallSchema.safeParse(storedJson<{ payload?: unknown }>(row.message).payload);
    if (!held.success) return [];
    const { caller, route, service } = held.data;
    const feedback = row.feedback === null ? null : storedJson<UpFeedback>(row.feedback);
    const isExpired = feedback === null || isUnanswered(row.by_kind);
    const isRefused = feedback?.type === 'reject' && !isExpired;
    return [
      {
        at: row.at,
        by: isExpired ? null : row.by_kind === 'operator' ? row.by_id : row.by_name,
        action: `call:${isExpired ? 'expired' : isRefused ? 'refused' : 'allowed'}`,
        ...{ route, service },
        call: {
          ...{ caller, promptId: row.id },
          reason: isRefused ? (feedback.content?.reason ?? null) : null,
        },
      },
    ];
  });
}
