// Runs the proxy by itself: `node scripts/balance.mjs --port 4400 --to http://server-1:4400 --to http://server-2:4400`.
import { parseArgs } from 'node:util';
import { startBalancer } from './balancer.mjs';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4400' },
    host: { type: 'string', default: '127.0.0.1' },
    to: { type: 'string', multiple: true, default: [] },
  },
});
if (values.to.length === 0) {
  process.stderr.write('Name the servers: --to http://127.0.0.1:4401 --to http://127.0.0.1:4402\n');
  process.exit(2);
}
const balancer = await startBalancer({ ...values, port: Number(values.port) });
process.stdout.write(`The proxy listens on ${balancer.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
