import { serve } from '@countersign/agent/node-server';
import { buildRequest } from '@countersign/signifiers/call/build-request';
import type { BuiltRequest } from '@countersign/signifiers/call/place-arguments';
import { mapUtcp } from '@countersign/signifiers/map/utcp';
import { mapWot } from '@countersign/signifiers/map/wot';
import type { Signifier } from '@countersign/signifiers/model/signifier';
import { signifierQuads } from '@countersign/signifiers/rdf/write-signifier';
import { checkShape } from '@countersign/signifiers/shapes/check-shape';
import { createManualClock, type ManualClock } from '@countersign/testkit/manual-clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createArm } from './arm.ts';
import { createArmService } from './arm-http.ts';

let clock: ManualClock;
let served: Awaited<ReturnType<typeof serve>>;
beforeEach(async () => {
  clock = createManualClock();
  served = await serve(createArmService(createArm(clock)).fetch, { port: 0 });
});
afterEach(() => served.close());

const json = async (path: string, init?: RequestInit) => {
  const response = await fetch(`${served.url}${path}`, init);
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
};
const order = (body: string, headers: Record<string, string> = {}) =>
  json('/operation', {
    method: 'POST',
    headers: { 'content-type': 'text/plain', ...headers },
    body,
  });

describe('the arm over HTTP', () => {
  it('accepts an order, moves, and says where it is', async () => {
    expect(await order('move(10)')).toMatchObject({
      status: 202,
      body: { accepted: true, operation: 'move(10)', to: { reach: 40, bearing: 0 } },
    });
    expect(await json('/pose')).toMatchObject({ body: { state: 'moving', reach: 30 } });
    clock.advance(60_000);
    expect(await json('/pose')).toMatchObject({ body: { state: 'idle', reach: 40 } });
  });

  it('carries out a repeated order once', async () => {
    const key = { 'idempotency-key': 'call-1' };
    const first = await order('move(5)', key);
    clock.advance(60_000);
    expect(await order('move(5)', key)).toEqual(first);
    clock.advance(60_000);
    expect(await json('/pose')).toMatchObject({ body: { state: 'idle', reach: 35 } });
  });

  it.each([
    ['move(100)', 422, 'out-of-reach'],
    ['rotate(300)', 422, 'joint-limit'],
    ['launch(1)', 400, 'no-order'],
    [`move(${'1'.repeat(300)})`, 400, 'no-order'],
  ])('refuses %s', async (text, status, code) => {
    expect(await order(text)).toMatchObject({ status, body: { status, code } });
    expect(await json('/pose')).toMatchObject({ body: { state: 'idle', reach: 30 } });
  });

  it('refuses pages of other sites, other types and other methods', async () => {
    expect(await order('move(1)', { origin: 'https://elsewhere.example' })).toMatchObject({
      status: 403,
    });
    expect(await order('move(1)', { 'content-type': 'application/json' })).toMatchObject({
      status: 415,
    });
    expect(await json('/operation')).toMatchObject({ status: 405 });
    expect(await json('/elsewhere')).toMatchObject({ status: 404 });
  });

  it('stalls once when the simulation is set to, and is reset', async () => {
    await json('/simulation/stall', { method: 'POST' });
    await order('move(10)');
    clock.advance(60_000);
    expect(await json('/pose')).toMatchObject({ body: { state: 'stalled', reach: 35 } });
    expect(await order('move(1)')).toMatchObject({ status: 409, body: { code: 'held' } });
    expect(await json('/reset', { method: 'POST' })).toMatchObject({ body: { state: 'idle' } });
  });
});

async function described(kind: 'utcp' | 'wot'): Promise<Signifier[]> {
  const artifact = { id: `arm-${kind}`, name: `arm_${kind}`, kind };
  const path = kind === 'utcp' ? '/utcp' : '/thing';
  const { body } = await json(path);
  const mapped =
    kind === 'utcp' ? mapUtcp(artifact, body) : mapWot(artifact, body, `${served.url}${path}`);
  expect(mapped.skipped).toEqual([]);
  return mapped.signifiers;
}

it('has a description of its safety circuit, which can only stop', async () => {
  const { body } = await json('/safety');
  expect(body.tools.map(({ name }: { name: string }) => name)).toEqual(['stop']);
});

const send = ({ method, url, headers, body }: BuiltRequest) =>
  fetch(url, {
    method,
    headers: headers.map(({ name, value }): [string, string] => [name, value]),
    body,
  });

describe.each(['utcp', 'wot'] as const)('its description by %s', (kind) => {
  it('gives signifiers of both shapes, for all it can do', async () => {
    const signifiers = await described(kind);
    expect(signifiers.map(({ label }) => label).sort()).toEqual(
      ['initialize', 'operation', 'pose', 'reset', 'stop'].map((name) => `arm_${kind}_${name}`),
    );
    for (const signifier of signifiers) {
      const quads = signifierQuads([{ iri: `urn:uuid:${signifier.id}`, signifier }]);
      expect(await checkShape('paper', quads)).toEqual([]);
      expect(await checkShape('console', quads)).toEqual([]);
    }
    const readOnly = signifiers.filter(({ safety }) => safety.readOnly).map(({ label }) => label);
    expect(readOnly).toEqual([`arm_${kind}_pose`]);
  });

  it('is enough to move it', async () => {
    const operation = (await described(kind)).find(({ label }) => label.endsWith('operation'));
    if (operation === undefined) throw new Error('There is no operation');
    const args = kind === 'utcp' ? { body: 'rotate(90)' } : 'rotate(90)';
    const built = buildRequest(operation, args, { request: 1, message: '' });
    if (!built.ok) throw new Error(JSON.stringify(built.faults));
    expect((await send(built.request)).status).toBe(202);
    clock.advance(60_000);
    expect(await json('/pose')).toMatchObject({ body: { bearing: 90, tool: { x: 0, y: 30 } } });
  });
});
