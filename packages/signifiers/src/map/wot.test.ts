import { describe, expect, it } from 'vitest';
import { artifact } from '../testing/artifacts.ts';
import { cherrybotThing } from '../testing/listings.ts';
import { mapWot } from './wot.ts';

const wot = (thing: object) =>
  mapWot(artifact('wot', 'bot'), { ...thing }, 'http://bot.example/things/td.json');

describe('a thing', () => {
  const lamp = {
    title: 'lamp',
    security: ['key'],
    securityDefinitions: { key: { scheme: 'apikey', in: 'header', name: 'X-Lamp' } },
    base: 'https://lamp.example/v1/',
    properties: {
      level: {
        type: 'integer',
        maximum: 100,
        description: 'The brightness',
        forms: [{ href: 'coap://lamp/level' }, { href: 'level' }],
      },
      uptime: {
        readOnly: true,
        title: 'Time since it was switched on',
        forms: [{ href: 'uptime' }],
      },
    },
    actions: {
      fade: {
        input: { type: 'object', properties: { to: { type: 'integer' } } },
        uriVariables: { seconds: { type: 'number' } },
        forms: [{ href: '/fade{?seconds}', op: 'invokeaction' }],
      },
      look: { safe: true, forms: [{ href: 'look' }] },
    },
    events: {
      burnt: { description: 'The bulb is broken', forms: [{ href: 'burnt', subprotocol: 'sse' }] },
    },
  };

  it('has one signifier for each operation, by the first form over HTTP', () => {
    const { signifiers } = wot(lamp);
    expect(
      signifiers.map(({ label, context, form }) => [label, context, form.method, form.target]),
    ).toEqual([
      ['bot_level_read', 'Reads: The brightness', 'GET', 'https://lamp.example/v1/level'],
      ['bot_level_write', 'Sets: The brightness', 'PUT', 'https://lamp.example/v1/level'],
      ['bot_uptime', 'Time since it was switched on', 'GET', 'https://lamp.example/v1/uptime'],
      ['bot_fade', 'fade', 'POST', 'https://lamp.example/fade{?seconds}'],
      ['bot_look', 'look', 'POST', 'https://lamp.example/v1/look'],
      ['bot_burnt', 'The bulb is broken', 'GET', 'https://lamp.example/v1/burnt'],
    ]);
    expect(signifiers.map(({ isStream }) => isStream)).toEqual([...Array(5).fill(false), true]);
  });

  it('is skipped where its method is none of HTTP', () => {
    const forms = [{ href: '/relay', 'htv:methodName': 'POST\u202e http://else.example' }];
    const { signifiers, skipped } = wot({ actions: { relay: { forms } } });
    expect(signifiers).toEqual([]);
    expect(skipped).toEqual([{ name: 'relay', reason: 'its method is not one of HTTP' }]);
  });

  it('gives a writable property its schema as the body, and reading none', () => {
    const [read, write] = wot(lamp).signifiers;
    expect(read?.body).toBeNull();
    expect(write?.body).toEqual({ type: 'integer', maximum: 100, description: 'The brightness' });
    expect(write?.safety).toMatchObject({ readOnly: false, destructive: true });
  });

  it('takes variables of the address as arguments', () => {
    const fade = wot(lamp).signifiers.find(({ label }) => label === 'bot_fade');
    expect(fade?.binding).toEqual({ kind: 'http', places: { seconds: 'query', body: 'body' } });
    expect(fade?.input).toMatchObject({
      properties: { seconds: { type: 'number' }, body: { type: 'object' } },
      required: ['body'],
    });
  });

  it('needs what its security asks for, and an action is taken for one that moves something', () => {
    const [read, , , fade, look] = wot(lamp).signifiers;
    expect(read?.secrets).toEqual([{ scheme: 'apiKey', place: 'header', name: 'X-Lamp' }]);
    expect(fade?.safety).toMatchObject({ destructive: true, source: 'default' });
    expect(look?.safety).toMatchObject({ readOnly: true, source: 'description' });
  });

  it('takes no action for one that only reads because of its method', () => {
    const forms = [{ href: '/relay?turn=on', 'htv:methodName': 'GET' }];
    const [on] = wot({
      ...lamp,
      properties: {},
      events: {},
      actions: { on: { forms } },
    }).signifiers;
    expect(on?.form).toMatchObject({ method: 'GET', operation: 'invokeaction' });
    expect(on?.safety).toEqual({
      ...{ readOnly: false, destructive: true, idempotent: false, source: 'default' },
    });
  });

  it('keeps no secret of its address', () => {
    const { signifiers } = wot({
      actions: { a: { forms: [{ href: 'http://x.example/a?token=sesame' }] } },
    });
    expect(signifiers).toMatchObject([
      { form: { target: 'http://x.example/a' }, secrets: [{ place: 'query', name: 'token' }] },
    ]);
  });

  it('is skipped where nothing is reached over HTTP', () => {
    expect(wot({ actions: { a: { forms: [{ href: 'mqtt://x/y' }] }, b: {} } }).skipped).toEqual([
      { name: 'a', reason: 'has no form over HTTP' },
      { name: 'b', reason: 'has no form over HTTP' },
    ]);
  });

  it('is mapped at the address of its description if it has no base', () => {
    const { base: _, ...thing } = cherrybotThing;
    expect(wot(thing).signifiers[0]?.form.target).toBe('http://bot.example/things/operation');
  });
});
