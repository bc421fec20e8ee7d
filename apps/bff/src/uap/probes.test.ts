import { createServer } from 'node:http';
import type { JsonObject } from '@countersign/json/json-object';
import { listenLocally } from '@countersign/testkit/local-server';
import { afterEach, expect, it } from 'vitest';
import { startHarness } from '../testing/harness.ts';
import { createManualClock } from '../testing/manual-clock.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
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
    clock.advance(15_000);
    await serviceRegistry.idle();
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
