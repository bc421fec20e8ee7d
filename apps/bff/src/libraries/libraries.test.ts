import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Harness, type HarnessOptions, startHarness } from '../testing/harness.ts';

const file = 'example-agent-1.2.3.tgz';
const wheel = 'example_agent-1.2.3-py3-none-any.whl';
const bytes = Buffer.from('the bytes of a tarball');
const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
const sha256 = createHash('sha256').update('the bytes of a wheel').digest('hex');

let folder: string;
let harness: Harness | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-libraries-'));
});
afterEach(async () => {
  await harness?.close();
  harness = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function build(name = '@example/agent') {
  writeFileSync(join(folder, file), bytes);
  writeFileSync(join(folder, wheel), 'the bytes of a wheel');
  writeFileSync(join(folder, 'secret.key'), 'not to be read');
  const manifest = { name, version: '1.2.3', peerDependencies: { zod: '^4.0.0' } };
  const python = { file: wheel, name: 'Example.Agent', version: '1.2.3', requiresPython: '>=3.11' };
  writeFileSync(
    join(folder, 'libraries.json'),
    JSON.stringify({
      npm: { file, integrity, shasum: 'abc', manifest },
      python: { ...python, sha256 },
    }),
  );
}

async function start(options: HarnessOptions = {}) {
  harness = await startHarness({ librariesDir: folder, ...options });
  const { app } = harness;
  return (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { host: '127.0.0.1:4400', ...headers } });
}

it('files are read without a sign-in, and again only if they have changed', async () => {
  build();
  const get = await start();
  const first = await get(`/packages/${file}`);
  expect([first.statusCode, first.rawPayload, first.headers['cache-control']]).toEqual([
    200,
    bytes,
    'no-cache',
  ]);
  const tag = String(first.headers['etag']);
  const again = await get(`/packages/${file}`, { 'if-none-match': `W/"other", ${tag}` });
  expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag]);
  writeFileSync(join(folder, file), 'another version');
  expect((await get(`/packages/${file}`, { 'if-none-match': tag })).body).toBe('another version');
});

it('has an index of its files', async () => {
  build();
  const get = await start();
  const index = await get('/packages/');
  expect([index.statusCode, index.headers['content-type']]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ]);
  for (const name of [file, wheel]) expect(index.body).toContain(`<a href="${name}">`);
});

it('only the files of libraries are read', async () => {
  build();
  const get = await start();
  for (const name of ['secret.key', 'libraries.json', '..%2fpackage.json', 'other.tgz']) {
    const refused = await get(`/packages/${name}`);
    expect([name, refused.statusCode]).toEqual([name, 404]);
    expect(refused.json()).toMatchObject({ statement: { code: 'library.none' } });
  }
});

it('npm is given the address by which it called, also for a name with a scope', async () => {
  build();
  const get = await start({
    hosts: ['agents.example', 'console.example'],
    secureHost: 'console.example',
  });
  const tarball = async (headers: Record<string, string>) => {
    const answer = await get('/npm/@example%2fagent', headers);
    expect(answer.statusCode).toBe(200);
    const { versions, 'dist-tags': tags } = answer.json();
    expect(versions[tags.latest]).toMatchObject({
      name: '@example/agent',
      peerDependencies: { zod: '^4.0.0' },
      dist: { integrity },
    });
    return versions[tags.latest].dist.tarball;
  };
  expect(await tarball({})).toBe(`http://127.0.0.1:4400/packages/${file}`);
  expect(await tarball({ host: 'agents.example' })).toBe(`http://agents.example/packages/${file}`);
  // The proxy of COUNTERSIGN_ORIGIN; other claims of TLS, and of another name, are believed of trusted proxies only.
  expect(await tarball({ host: 'console.example' })).toBe(
    `https://console.example/packages/${file}`,
  );
  expect(await tarball({ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' })).toBe(
    `http://127.0.0.1:4400/packages/${file}`,
  );
  expect((await get('/npm/@example%2fagent', { host: 'evil.example' })).statusCode).toBe(403);
});

it('what a library needs is in the public registry', async () => {
  build();
  const get = await start();
  const target = async (name: string) => (await get(`/npm/${name}`)).headers['location'];
  expect(await target('zod')).toBe('https://registry.npmjs.org/zod');
  expect(await target('@types%2fnode')).toBe('https://registry.npmjs.org/@types%2fnode');
  for (const name of ['..%2f..%2fevil', '%2f%2fevil.example', '@evil.example%2fx%2fy', 'a%3fb']) {
    expect([name, (await get(`/npm/${name}`)).statusCode]).toEqual([name, 404]);
  }
});

it('a trusted proxy says that it was called over TLS', async () => {
  build('example-agent');
  const get = await start({ trustedProxies: ['127.0.0.1'] });
  const answer = await get('/npm/example-agent', { 'x-forwarded-proto': 'https' });
  expect(answer.json().versions['1.2.3'].dist.tarball).toBe(
    `https://127.0.0.1:4400/packages/${file}`,
  );
});

it('pip finds the wheel by any spelling of the name', async () => {
  build();
  const get = await start();
  expect((await get('/simple/')).body).toContain('<a href="example-agent/">');
  for (const name of ['example-agent', 'example_agent', 'Example.Agent']) {
    const page = await get(`/simple/${name}/`);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain(
      `<a href="../../packages/${wheel}#sha256=${sha256}" data-requires-python=">=3.11">${wheel}</a>`,
    );
  }
  expect((await get('/simple/pydantic/')).statusCode).toBe(404);
});

it('without built libraries it says what to do, and has them once they are built', async () => {
  const get = await start();
  for (const path of [
    '/packages/',
    `/packages/${file}`,
    '/npm/example-agent',
    '/simple/',
    '/simple/x/',
  ]) {
    const answer = await get(path);
    expect([path, answer.statusCode]).toEqual([path, 404]);
    expect(answer.json().detail).toContain('npm run libraries');
  }
  expect((await harness?.request('GET', '/api/libraries'))?.body).toEqual({ items: [] });
  build();
  expect((await get(`/packages/${file}`)).statusCode).toBe(200);
  expect((await harness?.request('GET', '/api/libraries'))?.body).toEqual({
    items: [
      { kind: 'npm', name: '@example/agent', version: '1.2.3', path: `/packages/${file}` },
      { kind: 'python', name: 'Example.Agent', version: '1.2.3', path: `/packages/${wheel}` },
    ],
  });
});

it('an address that asks too often is refused for a while', async () => {
  build();
  const get = await start();
  const statuses = [];
  for (let count = 0; count < 301; count += 1) {
    statuses.push((await get('/packages/other.tgz')).statusCode);
  }
  expect(statuses.indexOf(429)).toBe(300);
});
