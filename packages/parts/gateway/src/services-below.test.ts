import {
  type GatewayHarness,
  registrantToken,
  startGatewayHarness,
} from '@countersign/bff/testing/gateway-harness';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { afterEach, beforeEach, expect, it } from 'vitest';

let clock: ManualClock;
let gateway: GatewayHarness;
let site: Harness;
let painter: JsonObject;
beforeEach(async () => {
  clock = createManualClock();
  gateway = await startGatewayHarness({ clock, tree: { id: 'root', parent: null } });
  painter = await gateway.servePainter();
  site = await startHarness({
    registrantToken,
    tree: { id: 'site', parent: { url: `${gateway.origin}/api/uap`, token: registrantToken } },
  });
  expect((await site.request('POST', '/api/uap/services', painter)).status).toBe(201);
  const names = async () => JSON.stringify((await gateway.request('GET', '/api/uap/tree')).body);
  await expect.poll(names, { timeout: 15_000 }).toContain('painter');
});
afterEach(async () => {
  await site.close();
  await gateway.close();
});

/** Lets the registrant call the painter, without registering it here. */
async function lead(hosts: string[]) {
  const route = { name: 'to-painter', service: 'painter', protocols: ['http'] };
  await gateway.request('POST', '/api/uap/routes', route);
  const policy = { callers: ['registrant'], approval: false, callsPerMinute: 60, hosts };
  const { status } = await gateway.request('PUT', '/api/gateway/policies/to-painter', {
    ...policy,
    callerMayAnswer: true,
  });
  expect(status).toBe(200);
}
const send = (text: string) => {
  const parts = [{ kind: 'text', text }];
  const message = { kind: 'message', messageId: crypto.randomUUID(), role: 'user', parts };
  return gateway.a2a('message/send', { message });
};
const host = () => `${painter['host']}:${painter['port']}`;
const messageOf = (answer: JsonObject) => memberOf(answer['error'], 'message');

it('a service of a registry below is called, if the policy names its host', async () => {
  await lead(['10.0.0.5']);
  expect(messageOf(await send('x'))).toMatch(/does not allow calls to 127\.0\.0\.1/);
  await lead([host()]);
  expect((await send('the hall'))['result']).toMatchObject({ status: { state: 'input-required' } });
  expect((await gateway.request('GET', '/api/gateway/routes')).body).toMatchObject({
    items: [{ route: 'to-painter', state: 'open', hosts: [host()] }],
  });
  const { body } = await gateway.request('GET', '/api/agents');
  expect(body['items']).toMatchObject([{ name: 'Painter', service: 'registered' }]);
});

it('a registry that has fallen silent is the reason why its service is not called', async () => {
  await lead([host()]);
  await site.close();
  clock.advance(61_000);
  expect(messageOf(await send('x'))).toBe(
    'painter is registered with site, which has sent nothing for a minute.',
  );
});

it('what is registered here has the name', async () => {
  await lead([host()]);
  const other = { name: 'painter', protocol: 'http', host: '10.9.9.9', port: 1 };
  await gateway.request('POST', '/api/uap/services', { ...other, agent_protocol: 'hai' });
  expect(messageOf(await send('x'))).toMatch(/10\.9\.9\.9/);
});
