import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { adminToken, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codingOf } from './compress.ts';

let harness: Harness;
let consoleDir: string;
const script = `console.log(${JSON.stringify('a screen '.repeat(400))});`;

beforeAll(async () => {
  consoleDir = mkdtempSync(join(tmpdir(), 'countersign-console-'));
  await mkdir(join(consoleDir, 'assets'));
  writeFileSync(join(consoleDir, 'index.html'), '<!doctype html>');
  writeFileSync(join(consoleDir, 'assets', 'inbox-DvC-vasi.js'), script);
  writeFileSync(join(consoleDir, 'assets', 'inbox-DvC-vasi.js.gz'), gzipSync(script));
  harness = await startHarness({ consoleDir });
});
afterAll(async () => {
  await harness.close();
  rmSync(consoleDir, { recursive: true, force: true });
});

const ask = (url: string, encoding?: string, method: 'GET' | 'POST' = 'GET', body?: object) =>
  harness.app.inject({
    method,
    url,
    headers: {
      host: '127.0.0.1',
      authorization: `Bearer ${adminToken}`,
      ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });

it('sends long responses in an encoding that the client accepts, with the same content', async () => {
  const plain = await ask('/api/openapi.json');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers['vary']).toBe('accept-encoding');
  for (const [accepted, coding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, *', 'gzip', gunzipSync],
  ] as const) {
    const packed = await ask('/api/openapi.json', accepted);
    expect(packed.headers['content-encoding']).toBe(coding);
    expect(packed.headers['vary']).toBe('accept-encoding');
    expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length));
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    expect(unpack(packed.rawPayload).toString()).toBe(plain.body);
  }
});

it('does not compress short responses, responses that may contain a secret, and refusals', async () => {
  expect((await ask('/api/me', 'br')).headers['content-encoding']).toBeUndefined();
  const groups = Array.from({ length: 20 }, (_, at) => `region-${at}-`.padEnd(40, 'x'));
  const named = { id: 'sara.okafor', name: 'Sara Okafor '.repeat(9), role: 'operator', groups };
  const created = await ask('/api/operators', 'br', 'POST', named);
  expect(created.json()).toHaveProperty('token');
  expect(created.body.length).toBeGreaterThan(1_024);
  expect(created.headers['content-encoding']).toBeUndefined();
  expect(codingOf('identity')).toBe(null);
  expect(codingOf(undefined)).toBe(null);
});

it('sends the compressed copy of a file of the console to clients that accept it', async () => {
  const address = '/assets/inbox-DvC-vasi.js';
  const packed = await ask(address, 'gzip, br');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(script);
  const plain = await ask(address);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers['vary']).toBe('accept-encoding');
  expect(plain.body).toBe(script);
  expect(plain.headers['etag']).not.toBe(packed.headers['etag']);
});
