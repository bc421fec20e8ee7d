import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settings } from '../apps/bff/src/settings/settings.ts';
import { noticedAfterMs } from './balancer.mjs';

const compose = readFileSync('docker-compose.yml', 'utf8');

it('the servers in containers have settings that exist, and time to stop in order', () => {
  const [, environment = ''] =
    /x-server:[\s\S]*?\n {2}environment:\n((?: {4}.*\n)+)/.exec(compose) ?? [];
  const given = Object.fromEntries(
    [...environment.matchAll(/^ {4}(\w+): '?(.*?)'?$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(Object.keys(given).length).toBeGreaterThan(4);
  expect(Object.keys(settings.shape)).toEqual(expect.arrayContaining(Object.keys(given)));
  const drainMs = 10_000;
  const overtimeMs = 20_000;
  const graceMs = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]) * 1_000;
  expect(graceMs).toBeGreaterThan(
    Number(given['COUNTERSIGN_READINESS_DELAY_MS']) + drainMs + overtimeMs,
  );
  // The proxy has noticed that it stops, also if a look was late.
  expect(Number(given['COUNTERSIGN_READINESS_DELAY_MS'])).toBeGreaterThanOrEqual(
    2 * noticedAfterMs,
  );
  // The headers of the proxy are believed by its address.
  const [, subnet = ''] = /subnet: (\S+)/.exec(compose) ?? [];
  expect(given['COUNTERSIGN_TRUST_PROXY']).toBe(subnet);
});
