import { createServer } from 'node:http';
import { startHarness } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import type { JsonObject } from '@countersign/json/json-object';
import { listenLocally } from '@countersign/testkit/local-server';
import { afterEach, expect, it, vi } from 'vitest';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.restoreAllMocks();
});

/** A persistent service that answers its probes with a status, and a registry that probes it every 15 s. */
async function started(more: JsonObject = {}, isAllowed = true) {
  const service = { status: 200, probes: [] as string[] };
  const server = createServer((request, response) => {
    response.writeHead(service.status).end();
    service.probes.push(`${request.method} ${request.url}`);
  });
  const { origin, close } = await listenLocally(server);
  closing.push(close);
  const { host, port } = new URL(origin);
  const clock = createManualClock();
  const registration = { strict: false, allow: isAllowed ? [host] : [] };
  const harness = await startHarness({ clock, registration });
  closing.push(() => harness.close());
  const check = { check_type: 'HTTP', check_timeout: '60s', check_http_url: '/healthz', ...more };
  const { status } = await harness.request('POST', '/api/uap/services', {
    ...{ name: 'tools', protocol: 'http', host: '127.0.0.1', port: Number(port) },
    persistent_check: check,
  });
  expect(status).toBe(201);
  const { serviceRegistry } = harness.services;
  const health = () => serviceRegistry.services()[0]?.health_status;
  /** Lets an interval pass, with the probe in it. */
  const pass = async () => {
    // In steps that are shorter than a probe may last.
    for (let step = 0; step < 3; step += 1) {
      clock.advance(5_000);
      await serviceRegistry.idle();
    }
  };
  return { service, health, pass };
}

it('probes a persistent service each interval: unhealthy after a minute without success, and healthy with the next', async () => {
  const { service, health, pass } = await started();
  await pass();
  expect(service.probes).toEqual(['GET /healthz']);
  service.status = 503;
  for (let silent = 0; silent < 3; silent += 1) await pass();
  expect(health()).toBe('healthy');
  await pass();
  expect(health()).toBe('unhealthy');
  expect(service.probes).toHaveLength(5);
  service.status = 200;
  await pass();
  expect(health()).toBe('healthy');
});

it.each(['HEAD', 'OPTIONS'])('probes with %s', async (method) => {
  const { service, pass } = await started({ check_http_method: method });
  await pass();
  expect(service.probes).toEqual([`${method} /healthz`]);
});

it('leaves the health of a service that it may not call as it was registered', async () => {
  const { service, health, pass } = await started({}, false);
  for (let interval = 0; interval < 8; interval += 1) await pass();
  expect(health()).toBe('healthy');
  expect(service.probes).toEqual([]);
});

it('waits ten seconds for an answer at most, and probes ten services of a registrant at a time: those of others have their turn', async () => {
  const asked: string[] = [];
  // All of them begin at the end of their first interval.
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/healthz') response.end();
  });
  const { origin, close } = await listenLocally(server);
  closing.push(close);
  const { host, port } = new URL(origin);
  const clock = createManualClock();
  const harness = await startHarness({
    ...{ clock, registrantToken: 'token-of-registrants-A1b2C3' },
    registration: { strict: false, allow: [host] },
  });
  closing.push(() => harness.close());
  const register = async (name: string, path: string, headers?: Record<string, string>) => {
    const check = { check_type: 'HTTP', check_timeout: '999m', check_http_url: path };
    const { status } = await harness.request(
      'POST',
      '/api/uap/services',
      {
        ...{ name, protocol: 'http', host: '127.0.0.1', port: Number(port) },
        persistent_check: check,
      },
      headers,
    );
    expect(status).toBe(201);
  };
  const crew = { authorization: 'Bearer token-of-registrants-A1b2C3' };
  for (let count = 0; count < 60; count += 1) {
    await register(`silent-${count}`, `/silent-${count}`, crew);
  }
  await register('tools', '/healthz');
  const untilAsked = (paths: number) =>
    vi.waitUntil(
      () => {
        clock.advance(0);
        return new Set(asked).size >= paths;
      },
      { timeout: 20_000 },
    );
  clock.advance(15_000);
  await untilAsked(11);
  expect(asked).toContain('/healthz');
  expect(asked).toHaveLength(11);
  // Then those who have waited longest, and not the same ones.
  for (let round = 2; round <= 6; round += 1) {
    clock.advance(10_000);
    await untilAsked(10 * round + 1);
  }
  clock.advance(10_000);
  await harness.services.serviceRegistry.idle();
}, 60_000);
