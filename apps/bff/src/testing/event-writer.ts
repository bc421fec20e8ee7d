// A process that writes events into a database of PostgreSQL together with others: groups of several operations to shared threads.
// It reports that it is ready, and begins on a message: otherwise the process that starts first would be done before the next.
import { once } from 'node:events';
import { openPool } from '@countersign/server/store/postgres/connection/pool';
import { createGroupWriter } from '@countersign/server/store/postgres/group-writer';

const [url = '', name = '', groups = '0'] = process.argv.slice(2);
const pool = openPool(url, 2);
const writer = await createGroupWriter(pool, { id: name });
process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdin.destroy();
let works = 0;
for (let group = 0; group < Number(groups); group += 1) {
  const operations = Array.from({ length: 1 + (group % 3) }, (_, index) => ({
    id: ++works,
    now: 1_763_800_000_000 + group,
    async run(transaction: Parameters<Parameters<typeof writer.write>[0][number]['run']>[0]) {
      for (let event = 0; event < 1 + (group % 4); event += 1) {
        await transaction.append({
          threadId: `thread-${(group + index) % 3}`,
          runId: null,
          agentId: name,
          json: JSON.stringify({ type: 'CUSTOM', name: 'test', value: { group, index, event } }),
          notable: event === 0,
        });
      }
      return null;
    },
  }));
  const outcome = await writer.write(operations);
  if (!outcome.done) throw new Error(outcome.fault.message);
}
await writer.close();
await pool.close();
