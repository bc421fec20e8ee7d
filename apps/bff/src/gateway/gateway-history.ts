import type { GatewayHistory } from '@countersign/api/gateway';
import { z } from 'zod';
import { newestAuditRows } from '../store/audit.ts';
import type { Reading } from '../store/port.ts';
import { routeLog } from '../uap/route-operations.ts';

const mostChanges = 100;
const rowSchema = z.object({
  at: z.number(),
  operator: z.string(),
  action: z.string(),
  detail: z.object({ route: z.string(), service: z.string().nullish() }),
});

/** What has become of routes and policies, newest first. */
export async function gatewayHistory(reading: Reading): Promise<GatewayHistory> {
  const of = { task: routeLog, operator: null, before: null, limit: mostChanges };
  const rows = await newestAuditRows(reading, of);
  return {
    items: rows.map(({ row }) => {
      const { at, operator: by, action, detail } = rowSchema.parse(JSON.parse(row));
      return { at, by, action, route: detail.route, service: detail.service ?? null };
    }),
  };
}
