import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { afterAll, beforeAll, expect, it } from 'vitest';

let harness: Harness;
let consoleDir: string;
let origin: string;

beforeAll(async () => {
  consoleDir = mkdtempSync(join(tmpdir(), 'countersign-console-'));
  writeFileSync(join(consoleDir, 'index.html'), 'the console');
  for (const page of ['docs', 'problems/unauthorized']) {
    mkdirSync(join(consoleDir, page), { recursive: true });
    writeFileSync(join(consoleDir, page, 'index.html'), `the page ${page}`);
    writeFileSync(join(consoleDir, `${page}.md`), `# ${page}`);
  }
  harness = await startHarness({ consoleDir });
  origin = await harness.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await harness.close();
  rmSync(consoleDir, { recursive: true, force: true });
});

const read = async (url: URL) => {
  const response = await fetch(url);
  const type = response.headers.get('content-type') ?? '';
  return [response.status, type.replace(/; ?charset=/i, ' '), await response.text()];
};

it('the type of a problem leads to its page, from the address that was called, without a sign-in', async () => {
  const refused = await fetch(`${origin}/api/prompts`);
  expect(refused.status).toBe(401);
  const { type } = await refused.json();
  expect(type).toBe('/problems/unauthorized');
  const page = [200, 'text/html utf-8', 'the page problems/unauthorized'];
  expect(await read(new URL(type, refused.url))).toEqual(page);
  expect(await read(new URL(`${type}.md`, origin))).toEqual([
    200,
    'text/markdown utf-8',
    '# problems/unauthorized',
  ]);
});

it('an address of the documentation without a page is not one of the console', async () => {
  expect(await read(new URL('/docs', origin))).toEqual([200, 'text/html utf-8', 'the page docs']);
  expect(await read(new URL('/tasks', origin))).toEqual([200, 'text/html utf-8', 'the console']);
  for (const path of ['/docs/nothing', '/problems/nothing']) {
    const [status, contentType] = await read(new URL(path, origin));
    expect([path, status, contentType]).toEqual([path, 404, 'application/problem+json']);
  }
});
