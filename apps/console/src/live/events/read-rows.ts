import { type PromptRow, rowFromWire } from '@countersign/api/prompt-row';
import type { QueueQuery } from '@countersign/client/calls/queue-calls';
import type { Client } from '@countersign/client/client';

/** A page of rows, each with everything that was omitted for transport. */
export async function readRows(
  client: Pick<Client, 'api'>,
  query: QueueQuery,
  signal?: AbortSignal,
): Promise<{ items: PromptRow[]; nextCursor: string | null }> {
  const { items, nextCursor } = await client.api.listQueue(query, signal);
  return { items: items.map(rowFromWire), nextCursor };
}
