import { describe, expect, it } from 'vitest';
import { billingTools, geoPlanner, registered } from '../testing/services.ts';
import { firstJson } from './first-json.ts';
import { readServices } from './read-services.ts';
import { nextCall } from './registrant.ts';
import { writeError } from './registry-error.ts';

const planner = registered(geoPlanner);
const tools = registered(billingTools);

describe('a body with more than one value', () => {
  it.each([
    ['{"code":"400","message":"bad wait"}\n[{"name":"a"}]', { code: '400', message: 'bad wait' }],
    [
      '{"code":"404","message":"no } such \\"route\\""}\nnull\n',
      { code: '404', message: 'no } such "route"' },
    ],
    ['  [1,[2]] x', [1, [2]]],
    ['null', null],
  ])('%j is read up to the end of the first', (body, value) => {
    expect(firstJson(body)).toEqual(value);
  });

  it.each(['', 'Failed to update ttl', '{"a":', ']', '{a}{}'])('%j has none', (body) => {
    expect(firstJson(body)).toBeUndefined();
  });
});

it('an error of a registry is one line of JSON', () => {
  const message = 'no "such"\nservice';
  expect(JSON.parse(writeError(404, message))).toEqual({ code: '404', message });
});

describe('a list of a registry', () => {
  it('is sorted, and none is an empty one', () => {
    const body = JSON.stringify([planner, tools]);
    expect(readServices(body)?.services.map(({ name }) => name)).toEqual([
      'billing-tools',
      'geo-planner',
    ]);
    expect(readServices('null')).toEqual({ services: [], dropped: 0 });
    expect(readServices('{"code":"500","message":"x"}')).toBeNull();
    expect(readServices('')).toBeNull();
  });

  it('returns services unchanged', () => {
    const body = JSON.stringify([{ ...planner, health_status: 'healthy' }]);
    expect(readServices(body)?.services).toEqual([{ ...planner, health_status: 'healthy' }]);
  });

  it('may contain nulls and others that are no service', () => {
    const body = JSON.stringify([null, planner, 7, {}, null]);
    expect(readServices(body)).toMatchObject({ services: [{ id: planner.id }], dropped: 4 });
  });

  it('needs no more than names', () => {
    expect(readServices('[{"name":"a"}]')?.services).toMatchObject([
      {
        name: 'a',
        retries: 5,
        connect_timeout: 60_000,
        health_status: 'healthy',
        agent_info: null,
      },
    ]);
  });

  it('hides the entry that a registry makes for itself', () => {
    const own = { name: 'uapregistry-health-check', protocol: 'TCP', host: '10.0.0.1', port: 1 };
    expect(readServices(JSON.stringify([own]))).toEqual({ services: [], dropped: 0 });
  });

  it('is followed by a second value after an error', () => {
    const body = `${JSON.stringify([planner])}\nnull`;
    expect(readServices(body)?.services).toHaveLength(1);
  });
});

describe('a registrant', () => {
  const lease = { ephemeral: true, intervalMs: 15_000, random: 0.5 };
  const kept = { ...lease, ephemeral: false };
  const after = (call: 'register' | 'renew' | 'replace', status: number, failures = 0) => ({
    call,
    status,
    failures,
  });

  it('that is registered already renews, or sends all of itself again', () => {
    expect(nextCall(after('register', 409), lease)).toEqual({ call: 'renew', inMs: 0 });
    expect(nextCall(after('register', 409), kept)).toEqual({ call: 'replace', inMs: 0 });
  });

  it('renews once an interval, give or take a tenth, and not right after its registration', () => {
    expect(nextCall(after('register', 201), lease)).toEqual({ call: 'renew', inMs: 15_000 });
    expect(nextCall(after('renew', 200), { ...lease, random: 0 })?.inMs).toBe(13_500);
    expect(nextCall(after('renew', 200), { ...lease, random: 1 })?.inMs).toBe(16_500);
    expect(nextCall(after('register', 201), { ...lease, intervalMs: 1_000 })?.inMs).toBe(3_000);
    expect(nextCall(after('register', 201), kept)).toBeNull();
  });

  it('that is unknown registers again', () => {
    expect(nextCall(after('renew', 404), lease)).toEqual({ call: 'register', inMs: 0 });
    expect(nextCall(after('replace', 404), kept)).toEqual({ call: 'register', inMs: 0 });
  });

  it('that is registered without a lease replaces itself, and never calls without end and pause', () => {
    const seen: string[] = [];
    let call: 'register' | 'renew' | 'replace' = 'register';
    let quick = 0;
    for (let failures = 1; failures <= 12; failures += 1) {
      const next = nextCall(after(call, call === 'register' ? 409 : 404, failures), lease);
      if (next === null) throw new Error('no call');
      seen.push(next.call);
      if (next.inMs === 0) quick += 1;
      call = next.call;
    }
    expect(seen.slice(0, 3)).toEqual(['renew', 'register', 'replace']);
    expect(quick).toBe(3);
  });

  it('without an answer tries again after 1 to 30 seconds', () => {
    const waits = [1, 2, 3, 9, 90].map((failures) =>
      nextCall(after('renew', 0, failures), { ...lease, random: 1 }),
    );
    expect(waits.map((wait) => wait?.inMs)).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
    expect(nextCall(after('register', 502, 1), { ...lease, random: 0 })?.inMs).toBe(500);
  });
});
