import { operation } from '@countersign/server/journal/operation';

/** Appends events to a thread, as the intake of an agent does after its checks. */
export const append = operation<{ thread: string; events: string[] }, null>(
  'append',
  async (transaction, { thread, events }) => {
    for (const json of events) {
      const place = { threadId: thread, runId: 'run', agentId: 'bench' };
      await transaction.append({ ...place, json, notable: false });
    }
    return null;
  },
  { waits: true },
);
