import { describe, expect, it } from 'vitest';
import { artifact } from '../testing/artifacts.ts';
import { listing5 } from '../testing/listings.ts';
import { mapA2a } from './a2a.ts';

const a2a = (card: object) =>
  mapA2a(
    artifact('a2a', 'formalizer'),
    { ...card },
    'http://x.example/.well-known/agent-card.json',
  );

describe('an A2A agent', () => {
  it('of 0.3 has one signifier for a skill, whatever its modes, with a message that it accepts', () => {
    const { signifiers } = a2a({
      ...listing5,
      defaultInputModes: ['text', 'text/plain', 'application/json'],
    });
    expect(signifiers).toHaveLength(1);
    const [skill] = signifiers;
    expect(skill?.input).toMatchObject({ properties: { text: { type: 'string' }, data: {} } });
    expect(skill?.body).toMatchObject({
      properties: {
        method: { const: 'message/send' },
        params: {
          properties: { message: { required: ['kind', 'messageId', 'role', 'parts'] } },
          required: ['message'],
        },
      },
    });
    expect(skill?.form.headers).toEqual([]);
  });

  it('of 1.0 is called at its own interface in its own version', () => {
    const { url: _, ...card } = listing5;
    const [skill] = a2a({
      ...card,
      supportedInterfaces: [
        { url: 'http://x.example/grpc', protocolBinding: 'GRPC', protocolVersion: '1.0' },
        { url: '/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
    }).signifiers;
    expect(skill?.form).toMatchObject({
      target: 'http://x.example/a2a',
      headers: [{ name: 'A2A-Version', value: '1.0' }],
    });
    expect(skill?.body).toMatchObject({
      properties: {
        method: { const: 'SendMessage' },
        params: { properties: { message: { properties: { role: { const: 'ROLE_USER' } } } } },
      },
    });
  });

  it('says which skills it cannot be asked for', () => {
    expect(a2a({ ...listing5, defaultInputModes: ['image/png'] }).skipped).toEqual([
      { name: 'Formalize goal', reason: 'it accepts neither text nor JSON, only image/png' },
    ]);
    const { url: _, ...nowhere } = listing5;
    expect(a2a(nowhere).skipped).toMatchObject([{ reason: 'the agent has no JSON-RPC interface' }]);
  });

  it('keeps no secret of its address, and names a need once', () => {
    const [skill] = a2a({
      ...listing5,
      url: 'http://x.example/a2a?key=sesame',
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
      security: [{ key: [] }],
    }).signifiers;
    expect(skill?.form.target).toBe('http://x.example/a2a');
    expect(skill?.secrets).toEqual([{ scheme: 'apiKey', place: 'query', name: 'key' }]);
  });

  it('needs what its card says, by scheme and place', () => {
    const [skill] = a2a({
      ...listing5,
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        all: { type: 'oauth2' },
      },
      security: [{ key: [], all: [] }],
    }).signifiers;
    expect(skill?.secrets).toEqual([
      { scheme: 'apiKey', place: 'header', name: 'X-Key' },
      { scheme: 'oauth2', place: 'header', name: 'Authorization' },
    ]);
  });
});
