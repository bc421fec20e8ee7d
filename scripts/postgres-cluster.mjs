// A PostgreSQL for a while: a database server of its own in a temporary folder, which is removed when it is stopped.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Nothing of it has to survive. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  listen_addresses: '127.0.0.1',
};

/** An account for the database server, which refuses to run as root. */
function account() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => {
    for (const user of ['postgres', 'nobody']) {
      const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' });
      if (status === 0) return Number(stdout);
    }
    throw new Error('There is no user postgres or nobody, and root cannot run PostgreSQL.');
  };
  return { uid: id('-u'), gid: id('-g') };
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/**
 * Starts a server in a folder of its own. It ends with this process, whatever happens to that.
 * @param {string} programs the folder of its programs
 * @param {Record<string, string>} more settings
 * @param {string} parent where its folder is made
 */
export async function startCluster(programs, more = {}, parent = tmpdir()) {
  const user = account();
  const folder = mkdtempSync(join(parent, 'countersign-postgres-'));
  chmodSync(folder, 0o700);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  // Every user of the machine reaches its port, and its superuser runs programs.
  const password = randomBytes(18).toString('base64url');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined) chownSync(passwordFile, user.uid, user.gid);
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      ...['-D', data, '-U', 'countersign', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
      ...['-E', 'UTF8', '--locale=C', '--no-sync'],
    ],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb has failed: ${made.stderr || made.error}`);
  const port = await freePort();
  const options = Object.entries({ ...settings, ...more, port, unix_socket_directories: folder });
  // The shell waits for a line, which is a signal, or for the end of its input, which is that of this process.
  const script = `"$@" & server=$!; read how; kill -\${how:-INT} $server; wait $server`;
  const up = async () => {
    const shell = spawn(
      '/bin/sh',
      [
        ...['-c', script, 'sh', join(programs, 'postgres'), '-D', data],
        ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { ...user, cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] },
    );
    const ended = new Promise((resolve) => shell.once('exit', resolve));
    let said = '';
    await new Promise((resolve, reject) => {
      shell.stderr.setEncoding('utf8').on('data', (text) => {
        said = (said + text).slice(-4_000);
        if (said.includes('ready to accept connections')) resolve();
      });
      void ended.then(() => reject(new Error(`PostgreSQL did not start: ${said}`)));
    });
    return { stdin: shell.stdin, ended };
  };
  let running = await up();
  return {
    url: `postgres://countersign:${password}@127.0.0.1:${port}/postgres`,
    data,
    /** Ends it as if its programs had crashed, and starts it again after `meanwhile`. */
    async crash(meanwhile = async () => {}) {
      running.stdin.end('QUIT\n');
      await running.ended;
      await meanwhile();
      running = await up();
    },
    async stop() {
      running.stdin.end();
      await running.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
