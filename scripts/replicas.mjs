// Starts several servers on one database behind a small proxy: `npm run replicas [-- --servers 3] [-- --port 4400]`. Without
// DATABASE_URL on a PostgreSQL of its own, for this trial only. SIGHUP restarts one server after the other.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { noticedAfterMs, startBalancer } from './balancer.mjs';
import { buildConsole } from './build-console.mjs';
import { requireDependencies } from './dependencies.mjs';
import { findPostgres } from './find-postgres.mjs';
import { startCluster } from './postgres-cluster.mjs';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '2' },
    port: { type: 'string', default: process.env.PORT || '4400' },
  },
});
const count = Number(values.servers);
const port = Number(values.port);
if (!(count >= 1 && count <= 20) || !(port >= 1 && port + count <= 65_535)) {
  process.stderr.write(
    '--servers takes 1 to 20, --port a TCP port with as many free ones after it.\n',
  );
  process.exit(2);
}
requireDependencies();
buildConsole();
// Imported here, as it needs the dependencies.
const { buildServers, program } = await import('./build-servers.mjs');
buildServers();

/** The database that is set, or one for this trial. */
async function database() {
  const { DATABASE_URL: url } = process.env;
  if (url) return { url, async stop() {} };
  const programs = findPostgres({ installs: false });
  if (programs === undefined) {
    process.stderr.write(
      'Set DATABASE_URL, or install PostgreSQL (Debian: apt-get install postgresql).\n',
    );
    process.exit(1);
  }
  const cluster = await startCluster(programs);
  process.stdout.write(
    'A PostgreSQL for this trial was started. Its content is lost at the end; to keep it, set DATABASE_URL.\n',
  );
  return cluster;
}

const store = await database();
const url = `http://127.0.0.1:${port}`;
let stopping = false;

/** A server that is started again when it ends. */
class Replica {
  constructor(number) {
    this.name = `server ${number}`;
    this.port = port + number;
    this.url = `http://127.0.0.1:${this.port}`;
    this.start();
  }
  start() {
    this.child = spawn(process.execPath, program('bff'), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        COUNTERSIGN_ORIGIN: url,
        // Twice as long as the proxy needs to notice, on a busy machine.
        COUNTERSIGN_READINESS_DELAY_MS: String(2 * noticedAfterMs),
        ...process.env,
        COUNTERSIGN_TRUST_PROXY: 'loopback',
        DATABASE_URL: store.url,
        HOST: '127.0.0.1',
        PORT: String(this.port),
      },
    });
    for (const output of [this.child.stdout, this.child.stderr]) {
      createInterface({ input: output }).on('line', (line) =>
        // The printed link is taken by any of them: it leads to the proxy.
        process.stdout.write(
          `${this.name} | ${line.replace(`${this.url}/sign-in`, `${url}/sign-in`)}\n`,
        ),
      );
    }
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
    const { child } = this;
    void this.ended.then((code) => {
      if (stopping || child !== this.child) return;
      process.stdout.write(`${this.name} | ended with ${code}; it is started again.\n`);
      setTimeout(() => !stopping && child === this.child && this.start(), 1_000);
    });
  }
  stop() {
    const { child, ended } = this;
    child.kill('SIGTERM');
    return ended;
  }
  async restart() {
    const { child, ended } = this;
    this.child = null;
    child.kill('SIGTERM');
    await ended;
    this.start();
    while (!(await this.isReady())) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  isReady() {
    return fetch(`${this.url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

const replicas = Array.from({ length: count }, (_, index) => new Replica(index + 1));
const balancer = await startBalancer({ port, to: replicas.map((replica) => replica.url) });
process.stdout.write(`Countersign listens on ${balancer.url}, with ${count} servers behind it.\n`);

async function stop() {
  if (stopping) return;
  stopping = true;
  await Promise.all(replicas.map((replica) => replica.stop()));
  await balancer.close();
  await store.stop();
  process.exit(0);
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.on('SIGHUP', async () => {
  for (const replica of replicas) if (!stopping) await replica.restart();
  process.stdout.write('Each server was restarted.\n');
});
