// An upgrade and the way back, with real programs of both versions: a store that the version before wrote is upgraded by this one, and its
// backup is started by the version before. No decision is lost, and the chain of the audit verifies, each time.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildServers } from '../build-servers.mjs';
import { findPostgres } from '../find-postgres.mjs';
import { startCluster } from '../postgres-cluster.mjs';
import { callsOf, startServer } from './servers.mjs';

/** The version before: with the tables before those of `decisions in bulk`. */
const before = 'ee958ab63fa59754efa31dfaa01f8c12d536c228';
const questions = 30;
const run = promisify(execFile);
const step = (text) => process.stdout.write(`${text}\n`);

const isKnown = () => {
  try {
    execFileSync('git', ['cat-file', '-e', `${before}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Its sources, with the packages that are installed here, bundled by its own script. */
function buildBefore(folder) {
  const sources = execFileSync('git', ['archive', before], { maxBuffer: 1e9 });
  execFileSync('tar', ['x', '-C', folder], { input: sources });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync('node_modules')) {
    if (name === '@countersign') continue;
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  execFileSync(
    process.execPath,
    ['-e', `import('./scripts/build-servers.mjs').then((script) => script.buildServers())`],
    { cwd: folder, stdio: 'inherit' },
  );
}

/** A program asks, and each question is answered in one of three ways. */
async function askAndAnswer({ url, call }, count) {
  const program = await call('POST', '/api/programs', { name: 'A job', via: 'http' });
  const ask = callsOf(url, program.token);
  for (let place = 0; place < count; place += 1) {
    await ask('POST', '/api/questions', { ask: `Refund ${place} EUR?`, payload: { place } });
    const { items } = await call('GET', '/api/prompts?state=open');
    const [{ id, digest }] = items;
    const feedback = [
      { type: 'approve' },
      { type: 'edit', content: { value: { place: place + 0.5 } } },
      { type: 'reject', content: { reason: `Not ${place}` } },
    ][place % 3];
    await call('POST', `/api/prompts/${encodeURIComponent(id)}/decisions`, {
      ...{ feedback, digest, idempotencyKey: `answer-${place}-of-${program.id}` },
    });
  }
}

/** The decisions of the store, as text; the audit must verify. */
async function decisionsOf({ call }) {
  const verdict = await call('GET', '/api/audit/verify');
  if (verdict.ok !== true) throw new Error(`The audit: ${JSON.stringify(verdict)}`);
  const found = [];
  for (let path = '/api/prompts?state=answered&limit=100', next = path; next !== null; ) {
    const { items, nextCursor } = await call('GET', next);
    for (const { id, decision } of items) {
      found.push(
        JSON.stringify([id, decision.id, decision.by, decision.feedback, decision.digest]),
      );
    }
    next = nextCursor === null ? null : `${path}&cursor=${encodeURIComponent(nextCursor)}`;
  }
  return found.sort();
}

/** Starts a server, does something with it, and stops it. */
async function within(folder, data, env, work) {
  const server = await startServer(folder, data, env);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

function same(when, found, wanted) {
  const lost = wanted.filter((one) => !found.includes(one));
  if (lost.length === 0 && found.length === wanted.length) return;
  throw new Error(`${when}: ${found.length} decisions, of ${lost.length} others: ${lost[0]}`);
}

/** In files: the backup is a data folder. */
const inFiles = () => ({
  name: 'SQLite',
  env: {},
  restore: async () => ({}),
  close: async () => {},
});

/** In a database: the backup is restored into an empty one. */
async function inDatabase(programs) {
  const cluster = await startCluster(programs);
  const create = async (name) => {
    await run(join(programs, 'psql'), [cluster.url, '-qc', `CREATE DATABASE ${name}`]);
    return cluster.url.replace(/\/postgres$/, `/${name}`);
  };
  const PATH = `${programs}${delimiter}${process.env.PATH}`;
  return {
    name: 'PostgreSQL',
    env: { DATABASE_URL: await create('live'), PATH },
    async restore(backup) {
      const url = await create('restored');
      const options = ['--no-owner', '--single-transaction', '--exit-on-error', `--dbname=${url}`];
      await run(join(programs, 'pg_restore'), [...options, join(backup, 'countersign.dump')]);
      return { DATABASE_URL: url, PATH };
    },
    close: () => cluster.stop(),
  };
}

/** There and back, in the words of `countersign upgrade`. */
async function check(root, old, { name, env, restore }) {
  const data = join(root, `data-${name}`);
  const backup = join(root, `backup-${name}`);
  const goOn = async (server, made) => {
    await askAndAnswer(server, 3);
    const found = await decisionsOf(server);
    if (found.length !== made.length + 3) throw new Error(`${found.length} decisions are there.`);
  };
  const made = await within(old, data, env, async (server) => {
    await askAndAnswer(server, questions);
    return decisionsOf(server);
  });
  if (made.length !== questions) throw new Error(`${made.length} decisions were made.`);
  const words = ['upgrade', '--data', data, '--backup', backup, '--json'];
  const { stdout } = await run(process.execPath, ['dist-server/countersign.mjs', ...words], {
    env: { ...process.env, ...env },
  });
  const { from, to, audit } = JSON.parse(stdout);
  if (!(from < to) || audit.ok !== true) throw new Error(`The upgrade: ${stdout}`);
  await within('.', data, env, async (server) => {
    same('after the upgrade', await decisionsOf(server), made);
    await goOn(server, made);
  });
  step(`✓ ${name}: from tables ${from} to ${to}, ${made.length} decisions are there, and verify`);
  const restored = { ...(await restore(backup)), COUNTERSIGN_DUTY: 'on' };
  await within(old, backup, restored, async (server) => {
    same('after the way back', await decisionsOf(server), made);
    await goOn(server, made);
  });
  step(`✓ ${name}: the version before goes on with the backup, all decisions in it`);
}

async function checkAll(root) {
  const old = join(root, 'before');
  mkdirSync(old);
  buildBefore(old);
  buildServers();
  const programs = findPostgres();
  const stores = [inFiles, ...(programs === undefined ? [] : [() => inDatabase(programs)])];
  for (const open of stores) {
    const store = await open();
    try {
      await check(root, old, store);
    } finally {
      await store.close();
    }
  }
}

if (isKnown()) {
  const root = mkdtempSync(join(tmpdir(), 'countersign-upgrade-'));
  try {
    await checkAll(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
} else step(`○ upgrade: left out, as this clone does not have ${before.slice(0, 8)}`);
