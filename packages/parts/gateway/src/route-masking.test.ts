import { expect, it } from 'vitest';
import { maskedTowards } from './route-masking.ts';

const registrant = { id: 'crew', role: 'registrant' } as const;
const operator = { id: 'ada', role: 'operator' } as const;
const own = { registered_by: 'crew' };
const to = (url: string, service: object = own, policy: { mask?: 'always' | 'never' } = {}) => ({
  ...{ policy, service, target: { url } },
});

it('knows the own network by its addresses and names', () => {
  for (const host of [
    ...['127.0.0.1:8443', '10.0.0.5', '192.168.1.9', '172.16.0.1', '[::1]:80', '[fd12::1]'],
    ...['localhost', 'agents', 'painter.internal', 'desk.local', 'a.home.arpa'],
  ]) {
    expect(maskedTowards(registrant, to(`http://${host}/rpc`)), host).toEqual([]);
    expect(maskedTowards(operator, to(`http://${host}/rpc`)), host).toEqual([]);
  }
  for (const host of [
    '8.8.8.8',
    '[2606:4700::1111]',
    'agents.example.com',
    'internal.example.com',
  ]) {
    expect(maskedTowards(registrant, to(`https://${host}/rpc`)), host).toEqual(['agent']);
    expect(maskedTowards(operator, to(`https://${host}/rpc`)), host).toEqual(['agent']);
  }
});

it('masks both directions between registrants, and towards the agent of another registry', () => {
  const other = { registered_by: 'other-crew' };
  const url = 'http://10.0.0.5/rpc';
  expect(maskedTowards(registrant, to(url, other))).toEqual(['agent', 'caller']);
  expect(maskedTowards(operator, to(url, other))).toEqual([]);
  const below = { origin_registry: 'plant' };
  expect(maskedTowards(operator, to(url, below))).toEqual(['agent']);
  expect(maskedTowards(registrant, to(url, below))).toEqual(['agent', 'caller']);
});

it('does what the policy says before anything else', () => {
  const url = 'https://agents.example.com/rpc';
  expect(maskedTowards(registrant, to(url, {}, { mask: 'never' }))).toEqual([]);
  const always = { mask: 'always' } as const;
  expect(maskedTowards(operator, to('http://10.0.0.5', own, always))).toEqual(['agent', 'caller']);
});
