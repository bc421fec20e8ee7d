import type { GatewayRoute } from '@countersign/api/gateway';
import { expect, it } from 'vitest';
import { missingHosts, policyForm, readPolicy } from './policy-form.ts';

const route: GatewayRoute = {
  ...{ route: 'to-painter', service: 'painter', agentProtocol: 'a2a', state: 'open' },
  hosts: ['10.0.0.5:8443'],
  policy: {
    ...{ route: 'to-painter', service: 'painter', callers: ['crew', 'other'], approval: true },
    ...{ callsPerMinute: 5, hosts: ['10.0.0.5'], callerMayAnswer: true, agent: 'own-painter' },
    ...{ approvalMinutes: 90, mask: 'never' },
    version: 1,
  },
};

it('sends everything of a policy back, also the agent that it names', () => {
  const read = readPolicy(policyForm(route), []);
  expect(read).toEqual({
    ok: true,
    route: 'to-painter',
    policy: {
      ...{ callers: ['crew', 'other'], approval: true, callsPerMinute: 5, hosts: ['10.0.0.5'] },
      ...{ callerMayAnswer: true, agent: 'own-painter', approvalMinutes: 90 },
      mask: 'never',
    },
  });
});

it('starts with the hosts where the service is, and with a person who allows each call', () => {
  const form = policyForm({ ...route, policy: null, state: 'no-policy' });
  expect(form).toMatchObject({ hosts: '10.0.0.5:8443', approval: true, everyone: false });
  expect(readPolicy(form, [])).toMatchObject({ ok: true, policy: { callers: [] } });
});

it('says at each field what is wrong with it', () => {
  const form = { ...policyForm(null), callsPerMinute: '1.5', hosts: 'A host!' };
  const read = readPolicy({ ...form, callers: 'x'.repeat(41) }, []);
  expect(read.ok ? [] : Object.keys(read.faults).toSorted()).toEqual([
    ...['callers', 'callsPerMinute', 'hosts', 'route', 'service'],
  ]);
  const again = readPolicy(policyForm(route), ['to-painter']);
  expect(again.ok ? [] : Object.keys(again.faults)).toEqual(['route']);
});

it('asks how long a call waits only if it waits for a person', () => {
  const form = { ...policyForm(route), approvalMinutes: '0' };
  const read = readPolicy(form, []);
  expect(read.ok ? [] : Object.keys(read.faults)).toEqual(['approvalMinutes']);
  const without = readPolicy({ ...form, approval: false }, []);
  expect(without.ok && without.policy).not.toHaveProperty('approvalMinutes');
});

it('takes ids and hosts with any space between, each once', () => {
  const form = {
    ...policyForm(route),
    callers: ' crew,, other crew ',
    hosts: 'a.example\n[::1]:80 ',
  };
  expect(readPolicy(form, [])).toMatchObject({
    policy: { callers: ['crew', 'other'], hosts: ['a.example', '[::1]:80'] },
  });
  expect(readPolicy({ ...form, everyone: true }, [])).toMatchObject({ policy: { callers: ['*'] } });
});

it('names registered hosts that are not allowed', () => {
  expect(missingHosts({ hosts: '10.0.0.5' }, ['10.0.0.5:8443', '10.0.0.6:80'])).toEqual([
    '10.0.0.6:80',
  ]);
});
