import { createManualClock } from '@countersign/bff/testing/manual-clock';
import {
  planner,
  plannerId,
  type Registry,
  startRegistry,
} from '@countersign/bff/testing/uap-harness';
import type { Service } from '@countersign/uap/model/service';
import { afterEach, describe, expect, it } from 'vitest';

let own: Registry | null = null;
afterEach(async () => {
  await own?.close();
  own = null;
});

/** A server with a port, called as a client of the contract calls it. */
async function started(...given: Parameters<typeof startRegistry>): Promise<Registry> {
  own = await startRegistry(...given);
  return own;
}

describe('a lease', () => {
  const healthOf = (services: readonly Service[]) => services.map((one) => one.health_status);

  it('is unhealthy after 30 s, and removed after 60', async () => {
    const { call, list, advance } = await started(createManualClock());
    await call('POST', '/services', planner);
    await advance(29);
    expect(healthOf(await list())).toEqual(['healthy']);
    await advance(1);
    expect(healthOf(await list())).toEqual(['unhealthy']);
    expect((await call('GET', `/services/${plannerId}/healthcheck`)).text).toBe(
      '{"status":"unhealthy"}',
    );
    await advance(29);
    expect(healthOf(await list())).toEqual(['unhealthy']);
    await advance(1);
    expect(await list()).toEqual([]);
  });

  it('renewed at 45 s is healthy, unhealthy at 75, and removed at 105', async () => {
    const { call, list, advance } = await started(createManualClock());
    await call('POST', '/services', planner);
    await advance(45);
    expect(healthOf(await list())).toEqual(['unhealthy']);
    const renewed = await call('PUT', `/services/${plannerId}/renewal`);
    expect([renewed.status, renewed.text]).toEqual([200, '']);
    expect(healthOf(await list())).toEqual(['healthy']);
    await advance(29);
    expect(healthOf(await list())).toEqual(['healthy']);
    await advance(1);
    expect(healthOf(await list())).toEqual(['unhealthy']);
    await advance(30);
    expect(await list()).toEqual([]);
  });

  it('that is over is refused by 404 as plain text, and the service registers again', async () => {
    const { call, list, advance } = await started(createManualClock());
    await call('POST', '/services', planner);
    // Past both changes at once.
    await advance(120);
    const late = await call('PUT', `/services/${plannerId}/renewal`);
    expect([late.status, late.text]).toEqual([404, 'Failed to update ttl']);
    expect((await call('POST', '/services', planner)).status).toBe(201);
    expect(healthOf(await list())).toEqual(['healthy']);
  });

  it('of a service that is registered already is renewed after 409', async () => {
    const { call } = await started(createManualClock());
    await call('POST', '/services', planner);
    expect((await call('POST', '/services', planner)).status).toBe(409);
    expect((await call('PUT', `/services/${plannerId}/renewal`)).status).toBe(200);
  });

  it('begins again with a replacement, and ends with that of a persistent one', async () => {
    const { call, list, advance } = await started(createManualClock());
    await call('POST', '/services', planner);
    await advance(45);
    await call('PATCH', `/services/${plannerId}`, planner);
    await advance(29);
    expect(healthOf(await list())).toEqual(['healthy']);
    await call('PATCH', `/services/${plannerId}`, { ...planner, ephemeral: false });
    await advance(600);
    expect(healthOf(await list())).toEqual(['healthy']);
    expect((await call('PUT', `/services/${plannerId}/renewal`)).status).toBe(404);
  });

  it('does not change when the clock is set', async () => {
    const clock = createManualClock();
    const { call, list, advance } = await started(clock);
    await call('POST', '/services', planner);
    clock.set(3_600_000);
    await advance(29);
    expect(healthOf(await list())).toEqual(['healthy']);
  });

  it('that was running when the server ended begins again', async () => {
    const first = await started(createManualClock());
    await first.call('POST', '/services', planner);
    await first.advance(20);
    await first.close('keep-directory');
    const { list, advance } = await started(createManualClock(1_750_000_100_000), first.directory);
    await advance(29);
    expect(healthOf(await list())).toEqual(['healthy']);
    await advance(1);
    expect(healthOf(await list())).toEqual(['unhealthy']);
  });

  it('that has ended stays ended over a restart', async () => {
    const first = await started(createManualClock());
    await first.call('POST', '/services', planner);
    await first.advance(61);
    await first.close('keep-directory');
    const { list } = await started(undefined, first.directory);
    expect(await list()).toEqual([]);
  });
});

describe('a blocking query', () => {
  const limit = (waitMs: number) => {
    const { signal } = new AbortController();
    return { waitMs, signal, operator: 'admin' };
  };

  it('without the last index is answered at once, with its index', async () => {
    const { call } = await started(createManualClock());
    const empty = await call('GET', '/services?wait=25');
    expect([empty.text, empty.index]).toEqual(['[]', '1415952421']);
    expect((await call('GET', '/services')).index).toBe('1415952421');
  });

  it('waits for a change', async () => {
    const { call } = await started(createManualClock());
    const held = call('GET', '/services?wait=25&index=1415952421');
    // Whichever of the two arrives first: the answer has the service.
    await call('POST', '/services', planner);
    const answer = await held;
    expect(JSON.parse(answer.text)).toMatchObject([{ id: plannerId }]);
    expect(answer.index).not.toBe('1415952421');
  });

  it('waits for changes of health, which time makes, and not for renewals', async () => {
    const clock = createManualClock();
    const { call, serviceRegistry, advance } = await started(clock);
    await call('POST', '/services', planner);
    const { index } = await call('GET', '/services');
    await call('PUT', `/services/${plannerId}/renewal`);
    expect((await call('GET', '/services')).index).toBe(index);
    let isHeld = true;
    const held = serviceRegistry
      .untilIndexIsNot(Number(index), serviceRegistry.serviceList(), limit(600_000))
      .then(() => {
        isHeld = false;
      });
    await advance(29);
    expect(isHeld).toBe(true);
    await advance(1);
    await held;
    expect(serviceRegistry.services()).toMatchObject([{ health_status: 'unhealthy' }]);
  });

  it('is answered with the list after the time', async () => {
    const clock = createManualClock();
    const { call, serviceRegistry } = await started(clock);
    await call('POST', '/services', { ...planner, ephemeral: false });
    const { index, text } = await call('GET', '/services');
    const list = serviceRegistry.serviceList();
    const held = serviceRegistry.untilIndexIsNot(Number(index), list, limit(25_000));
    clock.advance(25_000);
    await held;
    expect(await call('GET', '/services')).toMatchObject({ index, text });
  });

  it('is refused beyond those that an operator may have waiting, and not for others', async () => {
    const { call, serviceRegistry, request } = await started(createManualClock());
    const added = await request('POST', '/api/operators', {
      id: 'vi',
      name: 'Vi',
      role: 'viewer',
      groups: [],
    });
    const abort = new AbortController();
    const waiting = { waitMs: 1e9, signal: abort.signal, operator: 'vi' };
    const held = Array.from({ length: 200 }, () =>
      serviceRegistry.untilIndexIsNot(1415952421, serviceRegistry.serviceList(), waiting),
    );
    const viewer = { authorization: `Bearer ${String(added.body['token'])}` };
    const path = '/services?wait=300&index=1415952421';
    const refused = await call('GET', path, undefined, viewer);
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.text)).toMatchObject({ code: '429' });
    const other = call('GET', path);
    await call('POST', '/services', planner);
    expect((await other).status).toBe(200);
    expect(await Promise.all(held)).toContain('waited');
    expect((await call('GET', path, undefined, viewer)).status).toBe(200);
  });

  it('does not keep the server from ending', async () => {
    const { serviceRegistry, close } = await started(createManualClock());
    const list = serviceRegistry.serviceList();
    const held = serviceRegistry.untilIndexIsNot(1415952421, list, limit(1e9));
    await close();
    own = null;
    await held;
  });
});
