import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settings } from '../apps/bff/src/settings/settings.ts';
import { noticedAfterMs } from './balancer.mjs';

const read = (file: string) => readFileSync(file, 'utf8');
const [one, demo, ha, image] = [
  'compose.yml',
  'compose.demo.yml',
  'compose.ha.yml',
  'Dockerfile',
].map(read) as [string, string, string, string];
const drainMs = 10_000;
const overtimeMs = 20_000;

/** The settings of the servers of a file, and for how long they may stop. */
function serverOf(compose: string) {
  const [, environment = ''] =
    /(?:x-server| {2}server):[\s\S]*?\n {2,4}environment:\n((?: {4,6}.*\n)+)/.exec(compose) ?? [];
  const given = Object.fromEntries(
    [...environment.matchAll(/^ {4,6}(\w+): '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  return { given, graceMs: Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]) * 1_000 };
}

describe.each([
  ['compose.yml', one],
  ['compose.ha.yml', ha],
])('a server of %s', (_file, compose) => {
  const { given, graceMs } = serverOf(compose);
  const delayMs = Number(given['COUNTERSIGN_READINESS_DELAY_MS'] ?? 0);

  it('has settings that exist, and time to stop in order', () => {
    expect(Object.keys(given).length).toBeGreaterThan(1);
    expect(Object.keys(settings.shape)).toEqual(expect.arrayContaining(Object.keys(given)));
    expect(graceMs).toBeGreaterThan(delayMs + drainMs + overtimeMs);
  });

  it('may write nothing but its data and temporary files', () => {
    for (const limit of [
      'read_only: true',
      'tmpfs: [/tmp]',
      'cap_drop: [ALL]',
      'no-new-privileges:true',
    ]) {
      expect(compose).toContain(limit);
    }
    expect(compose).toMatch(/volumes:\n +- data:\/data\n/);
  });
});

it('the proxy of several servers notices one that stops, and is believed by its address', () => {
  const { given } = serverOf(ha);
  // Also if a look was late.
  expect(Number(given['COUNTERSIGN_READINESS_DELAY_MS'])).toBeGreaterThanOrEqual(
    2 * noticedAfterMs,
  );
  const [, subnet = ''] = /subnet: (\S+)/.exec(ha) ?? [];
  expect(given['COUNTERSIGN_TRUST_PROXY']).toBe(subnet);
  const images = new Set(`${image}\n${ha}`.match(/node:[\w.-]+@sha256:[0-9a-f]{64}/g));
  expect(images.size).toBe(1);
});

it('a backup is made by the programs of the database', () => {
  const images = [...ha.matchAll(/image: (postgres:\S+)/g)].map(([, name]) => name);
  expect([images.length, new Set(images).size]).toEqual([2, 1]);
});

it('the demo is the same server with one word more', () => {
  const [, command = ''] = /^CMD \[(.*)\]$/m.exec(image) ?? [];
  const words = command.replaceAll('"', '').split(', ');
  expect(demo).toContain('file: compose.yml\n      service: server\n');
  expect(demo.replaceAll("'", '')).toContain(
    `command: [${words.toSpliced(1, 0, '--demo').join(', ')}]`,
  );
});

it('the image installs the packed product, for its own user, without a shell', () => {
  const { npm } = JSON.parse(read('packages/api/src/published-names.json'));
  const tarball = `dist-package/${npm.product}-[0-9]*.tgz`;
  expect(image).toContain(`COPY ${tarball} `);
  expect(read('.dockerignore')).toBe(`*\n!${tarball}\n`);
  expect(image).toContain(`ENTRYPOINT ["node", "/app/node_modules/${npm.product}/server/`);
  expect(image).toMatch(/^USER 1000:1000$/m);
  // The tests on the Node of the image are on this one.
  const [, version] = /NODE_IMAGE=node:([\d.]+)-/.exec(image) ?? [];
  expect(read('scripts/newer-node.mjs')).toContain(`const version = '${version}';`);
});
