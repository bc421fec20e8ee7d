import { createServer } from 'node:http';
import { listenLocally } from '@countersign/testkit/local-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say } from '../agent-statements.ts';
import { StatedError } from '../protocol/stated-error.ts';
import type { Transport } from '../protocol/wire.ts';
import { introduce } from './introduce.ts';

/** Where agents are on the host; the first is at its root. */
const places = ['/rpc', '/hr', '/hr/rpc', '/legal', '/legal/de/v1'];
const versions = ['1.0', '0.3', '0.3', '1.0', '0.3'];
/** Below which path the card of each is, if it has one. */
const homes = ['', '/hr', '/hr/rpc', '/legal', '/legal/de'];

let origin = '';
let documents = new Map<string, object>();
const server = createServer((request, response) => {
  const document = documents.get(request.url ?? '');
  response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(document ?? {}));
});
let close = async () => {};
beforeAll(async () => {
  ({ origin, close } = await listenLocally(server));
});
afterAll(() => close());

const transport: Transport = {
  async call({ url, headers }) {
    const response = await fetch(url, { headers });
    return {
      status: response.status,
      text: () => response.text(),
      refusal: async () => '',
      failure: async () => new StatedError(say('card.none')),
      discard: () => {},
    };
  },
};

const cardOf = (place: string, version: string) => {
  const url = `${origin}${place}`;
  const said = { name: place, description: '', skills: [], capabilities: {} };
  return version === '0.3'
    ? { ...said, protocolVersion: '0.3.0', url, preferredTransport: 'JSONRPC' }
    : {
        ...said,
        supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      };
};

/** All choices of some of these. */
function choices(of: readonly number[]): number[][] {
  const found: number[][] = [[]];
  for (const one of of) found.push(...found.map((list) => [...list, one]));
  return found;
}

const indexes = places.map((_, index) => index);
const groups = choices(indexes).filter(({ length }) => length >= 2);

describe('agents on one host', () => {
  it('are called by what they are added by, or not at all: 2 to 5 of them, each with a card or without', async () => {
    let called = 0;
    let refused = 0;
    for (const group of groups) {
      for (const withCards of choices(group)) {
        documents = new Map(
          withCards.map((index) => [
            `${homes[index]}/.well-known/agent-card.json`,
            cardOf(places[index] ?? '', versions[index] ?? ''),
          ]),
        );
        for (const index of group) {
          const url = `${origin}${places[index]}`;
          const found = await introduce({ url }, transport).catch((error: Error) => error);
          if (found instanceof Error) refused += 1;
          else {
            called += 1;
            expect([found.call['url'], found.call['version']]).toEqual([url, versions[index]]);
          }
        }
      }
    }
    expect(called).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(100);
  }, 120_000);

  it('one without a card says that the card of the host is of another', async () => {
    documents = new Map([['/.well-known/agent-card.json', cardOf('/rpc', '1.0')]]);
    await expect(introduce({ url: `${origin}/hr/rpc` }, transport)).rejects.toThrow(
      `none of its addresses is ${origin}/hr/rpc`,
    );
  });

  it('one whose card was registered is called by it, whatever the host serves', async () => {
    documents = new Map([['/.well-known/agent-card.json', cardOf('/rpc', '1.0')]]);
    const url = `${origin}/hr`;
    const { call } = await introduce({ url, card: cardOf('/hr', '0.3') }, transport);
    expect(call).toMatchObject({ url, version: '0.3', binding: 'JSONRPC' });
  });

  it('of the interfaces of one card, the one that was given is called', async () => {
    const other = { url: `${origin}/rest`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' };
    const own = { url: `${origin}/old/`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' };
    const card = { name: 'Both', supportedInterfaces: [other, own] };
    documents = new Map([['/.well-known/agent-card.json', card]]);
    const { call } = await introduce({ url: `${origin}/old` }, transport);
    expect(call).toMatchObject({ url: `${origin}/old/`, version: '0.3' });
    const { call: first } = await introduce({ url: origin }, transport);
    expect(first).toMatchObject({ url: `${origin}/rest`, version: '1.0' });
  });
});
