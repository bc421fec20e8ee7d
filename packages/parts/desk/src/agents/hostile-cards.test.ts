import { createServer, type RequestListener } from 'node:http';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import { cardAt } from '@countersign/testkit/a2a-agent';
import { listenLocally } from '@countersign/testkit/local-server';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** Cards of agents that mean harm, or are broken, read over HTTP by the whole server. */
let harness: Harness;
let clock: ManualClock;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  clock = createManualClock();
  harness = await startHarness({ clock });
});
afterEach(async () => {
  // Still there, regardless of what it has read.
  expect((await harness.request('GET', '/api/tasks')).status).toBe(200);
  await harness.close();
  for (const close of closing.splice(0).reverse()) await close();
});

async function agentOf(listener: RequestListener): Promise<string> {
  const { origin, close } = await listenLocally(createServer(listener));
  closing.push(close);
  return origin;
}

async function add(url: string): Promise<void> {
  const agent = { id: 'odd', name: 'Odd', protocol: 'a2a', url };
  expect((await harness.request('POST', '/api/agents', agent)).status).toBe(201);
}

/** The card of an agent that answers a GET with this text; the address of the agent is `{origin}` in it. */
async function cardFrom(text: string) {
  let origin = '';
  origin = await agentOf((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text.replaceAll('{origin}', origin));
  });
  await add(`${origin}/`);
  const { status, body } = await harness.request('GET', '/api/agents/odd/card');
  expect(status).toBe(200);
  const { card, fault, faultStatement } = body;
  return { card, fault: fault as string | null, code: faultStatement?.code, origin };
}

const good = cardAt('{origin}/a2a');
const withMembers = (more: object) => JSON.stringify({ ...good, ...more });

it.each([
  [
    'without an address',
    withMembers({ supportedInterfaces: [] }),
    'names no address to call',
    'card.no-address',
  ],
  [
    'whose address has a password',
    JSON.stringify(cardAt('http://a:b@127.0.0.1/')),
    'contains a password',
    'card.no-callable',
  ],
  [
    'of a version that does not exist',
    withMembers({
      supportedInterfaces: [
        { url: '{origin}/a2a', protocolBinding: 'JSONRPC', protocolVersion: '99.0\n<script>' },
      ],
    }),
    'This version is not supported here',
    'card.no-callable',
  ],
  [
    'of a transport that does not exist',
    withMembers({
      supportedInterfaces: [
        { url: '{origin}/a2a', protocolBinding: 'PIGEON', protocolVersion: '1.0' },
      ],
    }),
    'This transport is not supported here',
    'card.no-callable',
  ],
  ['that is a list', '[]', 'is not an agent card', 'card.not-a-card'],
  ['that is cut off', withMembers({}).slice(0, 100), 'is not an agent card', 'card.not-a-card'],
  ['that is nothing', '', 'is not an agent card', 'card.not-a-card'],
])('a card %s is refused with the reason, in words and as data', async (_name, text, why, data) => {
  const { card, fault, code } = await cardFrom(text);
  expect(card).toBeNull();
  expect(fault).toContain(why);
  expect(code).toBe(data);
});

it('a card of 5 MB is cut off', async () => {
  const whole: boolean[] = [];
  const piece = Buffer.from('x'.repeat(65_536));
  const origin = await agentOf((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"name":"');
    let left = 80;
    const write = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(piece)) return;
      }
      response.end('"}');
    };
    response.on('drain', write);
    response.once('close', () => whole.push(response.writableFinished));
    write();
  });
  await add(`${origin}/`);
  const { body } = await harness.request('GET', '/api/agents/odd/card');
  expect(body).toMatchObject({ card: null, fault: expect.stringContaining('too large') });
  await expect.poll(() => whole).toEqual([false]);
});

it('a card that comes byte by byte is not waited for without end', async () => {
  let began = () => {};
  const begun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const gone: string[] = [];
  const origin = await agentOf((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"name":"Slow');
    response.once('close', () => gone.push('closed'));
    began();
  });
  await add(`${origin}/`);
  const read = harness.request('GET', '/api/agents/odd/card');
  await begun;
  await expect
    .poll(() => {
      clock.advance(1_000);
      return gone;
    })
    .toEqual(['closed']);
  const { body } = await read;
  expect(body).toMatchObject({ card: null, fault: expect.stringContaining('did not answer') });
});

it('a redirect to another host is not followed', async () => {
  const elsewhere: string[] = [];
  let other = '';
  other = await agentOf((request, response) => {
    elsewhere.push(request.url ?? '');
    response.end(JSON.stringify(cardAt(`${other}/a2a`)));
  });
  const origin = await agentOf((request, response) => {
    request.resume();
    response.writeHead(307, { location: `${other}/.well-known/agent-card.json` }).end();
  });
  await add(`${origin}/`);
  const { body } = await harness.request('GET', '/api/agents/odd/card');
  expect(body).toMatchObject({
    card: null,
    fault: expect.stringContaining(`redirects to ${other}/`),
  });
  expect(elsewhere).toEqual([]);
});

it('what is of the wrong type, or no address for a browser, is left out', async () => {
  const { card, fault } = await cardFrom(
    withMembers({
      description: ['a', 'list'],
      version: { major: 1 },
      provider: { organization: 'Nordic Paper', url: 'javascript:alert(1)' },
      documentationUrl: 'javascript:alert(1)',
      iconUrl: 'javascript:alert(1)',
      skills: [
        null,
        7,
        'paint',
        [],
        { id: {}, name: [] },
        { name: 'Paint', tags: 'x', examples: 3 },
      ],
      defaultInputModes: { text: true },
      securitySchemes: { loop: { $ref: '#/securitySchemes/loop' }, odd: 7, '': null },
      security: [{ unknown: [] }],
      capabilities: 'all',
    }),
  );
  expect(fault).toBeNull();
  expect(card).toMatchObject({
    ...{ name: 'Booking desk', description: null, version: null, documentationUrl: null },
    provider: { name: 'Nordic Paper', url: null },
    skills: [
      { name: 'Skill without a name', tags: [], examples: [] },
      { name: 'Paint', description: null, tags: [], examples: [] },
    ],
    ...{ inputModes: [], streams: false, pushes: false, security: ['loop', 'odd', ''] },
  });
  expect(JSON.stringify(card)).not.toContain('javascript');
});

it('a text in place of the skills, and one that looks like a page, stay texts', async () => {
  const script = '<script>alert(1)</script>';
  const { card } = await cardFrom(
    withMembers({ name: script, description: `![x](${script})`, skills: 'paint' }),
  );
  expect(card).toMatchObject({ name: script, description: `![x](${script})`, skills: [] });
});

it('of 10,000 skills, of the same id or with lines in it, the first 100 are shown', async () => {
  const skills = Array.from({ length: 10_000 }, () => ({ id: 'a\nb' }));
  const { card } = await cardFrom(withMembers({ skills }));
  expect(card?.skills).toHaveLength(100);
  expect(card?.skills[99]).toMatchObject({ name: 'a\nb' });
});

it('members that are nested without end are not looked at', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const text = withMembers({ extra: 'deep', own: {} }).replace('"deep"', deep);
  const { card, fault } = await cardFrom(text.replace('"own"', '"__proto__"'));
  expect(fault).toBeNull();
  expect(card).toMatchObject({ name: 'Booking desk' });
});

it('the test of such an address says what is wrong, and ends', async () => {
  const origin = await agentOf((request, response) => {
    request.resume();
    const isCard = (request.url ?? '').includes('.well-known');
    response.writeHead(isCard ? 200 : 405, { 'content-type': 'application/json' });
    response.end(isCard ? JSON.stringify(cardAt('http://169.254.169.254/latest')) : '{}');
  });
  const asked = { url: `${origin}/`, protocol: 'a2a', startRun: false };
  const { body } = await harness.request('POST', '/api/agents/test', asked);
  expect(JSON.stringify(body['findings'])).toContain('on another host');
});
