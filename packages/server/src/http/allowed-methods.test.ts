import { adminToken, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { afterEach, expect, it } from 'vitest';

let harness: Harness;
afterEach(() => harness.close());

const ask = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, token = adminToken) =>
  harness.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });

it('answers a method that an address does not take with those that it takes', async () => {
  harness = await startHarness();
  for (const [method, url, allow] of [
    ['DELETE', '/api/tasks', 'GET, HEAD, POST'],
    ['PUT', '/api/prompts/call_Yk3Xr0T9%2FvQm2?revision=1', 'GET, HEAD'],
    ['POST', '/api/audit/verify', 'GET, HEAD'],
  ] as const) {
    const answer = await ask(method, url);
    expect([url, answer.statusCode, answer.headers['allow']]).toEqual([url, 405, allow]);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({
      type: '/problems/method-not-allowed',
      status: 405,
      detail: `Use one of: ${allow}.`,
    });
  }
});

it('still answers 404 where nothing is, for every method', async () => {
  harness = await startHarness();
  for (const url of ['/api/nothing', '/api/tasks/', '/api/prompts/a/b/c/d']) {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await ask(method, url);
      expect([url, answer.statusCode, answer.headers['allow']]).toEqual([url, 404, undefined]);
    }
  }
});

it('says so to everybody who is signed in, also to a registrant, and to nobody else', async () => {
  const registrantToken = 'token-of-registrants-A1b2C3';
  harness = await startHarness({ registrantToken });
  const wrong = await ask('GET', '/api/gateway/a2a/painter', registrantToken);
  expect([wrong.statusCode, wrong.headers['allow']]).toEqual([405, 'POST']);
  expect((await ask('POST', '/api/gateway/soap/painter', registrantToken)).statusCode).toBe(404);
  expect((await ask('GET', '/api/tasks', registrantToken)).statusCode).toBe(403);
  expect((await ask('GET', '/api/gateway/a2a/painter', 'nobody')).statusCode).toBe(401);
});
