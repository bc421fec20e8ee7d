import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { maxOfCaller } from '@countersign/part-desk/decisions/questions/ask-operation';
import { afterEach, describe, expect, it } from 'vitest';
import { askToAllow } from './approvals.ts';

let gateway: GatewayHarness;
let database: TestDatabase | null = null;
afterEach(async () => {
  await gateway.close();
  await database?.drop();
  database = null;
});

/** Calls that wait for a person, as the gateway holds them. */
async function hold(caller: string, count: number): Promise<void> {
  const { askers, clock } = gateway.services;
  const call = {
    ...{ caller, protocol: 'a2a' as const, service: 'painter', route: 'paint' },
    ...{ contextId: null, messageId: null, message: 'paint', input: null },
  };
  const asked = { call, callerName: caller, now: clock.now() };
  for (let index = 0; index < count; index += 1) {
    await askToAllow(askers, `held-${caller}-${index}`, asked);
  }
}

const message = (messageId: string) => ({
  message: {
    ...{ kind: 'message', messageId, role: 'user' },
    parts: [{ kind: 'text', text: 'the hall' }],
  },
  configuration: { blocking: false },
});
const stateOf = ({ result }: JsonObject) => memberOf(memberOf(result, 'status'), 'state');

async function fillsItsShare(): Promise<void> {
  await gateway.open(await gateway.servePainter(), {
    approval: true,
    callers: ['registrant', 'other-crew'],
  });
  await hold('registrant', maxOfCaller - 1);
  const options = { service: 'painter' };
  const last = await gateway.a2a('message/send', message('last'), options);
  expect(stateOf(last)).toBeDefined();
  const refused = await gateway.a2a('message/send', message('one-more'), options);
  const error = memberOf(refused, 'error');
  expect(memberOf(error, 'message')).toContain(`${maxOfCaller} of your calls wait for a person`);
  expect(memberOf(error, 'code')).not.toBe(-32603);
  // The same call again is not one more.
  const again = await gateway.a2a('message/send', message('last'), options);
  expect(stateOf(again)).toBe(stateOf(last));
  const other = { ...options, token: gateway.otherToken };
  expect(stateOf(await gateway.a2a('message/send', message('others'), other))).toBe(stateOf(last));
}

describe('a caller whose calls wait for a person has a share, and shuts out nobody', () => {
  it('in the embedded store', async () => {
    gateway = await startGatewayHarness();
    await fillsItsShare();
  }, 60_000);

  it.runIf(hasPostgres)(
    'in PostgreSQL',
    async () => {
      database = await createDatabase();
      gateway = await startGatewayHarness({ databaseUrl: database.url });
      await fillsItsShare();
    },
    startMs + 120_000,
  );
});
