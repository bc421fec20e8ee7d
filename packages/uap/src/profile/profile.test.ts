import type { JsonObject } from '@countersign/json/json-object';
import { describe, expect, it } from 'vitest';
import { geoPlanner, registered } from '../testing/services.ts';
import { readCard, toCard03, writeCard } from './a2a-card.ts';
import { readManifest, slug, writeManifest } from './acp-manifest.ts';
import type { AgentProfile } from './agent-profile.ts';
import { readMcpInfo } from './mcp-info.ts';
import { agentInfoFrom, documentUrls, profileOf } from './profile-of.ts';

const profile: AgentProfile = {
  name: 'Geo planner',
  description: 'Plans routes',
  version: '1.2.0',
  url: 'https://10.0.0.5:8443/a2a',
  skills: [
    {
      id: 'route',
      name: 'Route',
      description: 'Fastest route between stops',
      tags: ['map'],
      examples: ['A to B by noon'],
      inputSchema: null,
    },
  ],
  inputModes: ['text/plain'],
  outputModes: ['application/json'],
  owner: { name: 'Acme', url: 'https://acme.example' },
  documentationUrl: 'https://acme.example/docs',
  documentation: '# Routes\n\nAsk for two places.',
  streaming: true,
  pushNotifications: false,
  extendedCard: true,
  security: ['bearer'],
};

/** What each kind of document says of each row of a description, and what comes back. */
describe('a description as an A2A card', () => {
  const { document, lost } = writeCard(profile);

  it.each([
    ['name', ['name'], 'Geo planner'],
    ['description', ['description'], 'Plans routes'],
    ['abilities', ['skills', '0', 'name'], 'Route'],
    ['modes', ['defaultInputModes', '0'], 'text/plain'],
    ['modes', ['defaultOutputModes', '0'], 'application/json'],
    ['owner', ['provider', 'organization'], 'Acme'],
    ['docs', ['documentationUrl'], 'https://acme.example/docs'],
    ['version', ['version'], '1.2.0'],
    ['streaming', ['capabilities', 'streaming'], true],
  ])('has its %s in %j', (_, path, value) => expect(at(document, path)).toEqual(value));

  it('comes back, without the ways to sign in', () => {
    expect(lost).toEqual(['documentation', 'security']);
    expect(readCard(document)).toEqual({ ...profile, documentation: '', security: [] });
  });

  it('names those of a card', () => {
    expect(readCard({ securitySchemes: { bearer: { type: 'http' } } }).security).toEqual([
      'bearer',
    ]);
  });

  it('has no schemas of skills', () => {
    const skills = profile.skills.map((skill) => ({ ...skill, inputSchema: { type: 'object' } }));
    expect(writeCard({ ...profile, skills }).lost).toContain('skills');
  });
});

describe('a description as an ACP manifest', () => {
  const { document, lost } = writeManifest(profile);

  it.each([
    ['name', ['name'], 'geo-planner'],
    ['name', ['metadata', 'annotations', 'name'], 'Geo planner'],
    ['description', ['description'], 'Plans routes'],
    ['abilities', ['metadata', 'capabilities', '0', 'name'], 'Route'],
    ['abilities', ['metadata', 'tags', '0'], 'map'],
    ['modes', ['input_content_types', '0'], 'text/plain'],
    ['modes', ['output_content_types', '0'], 'application/json'],
    ['owner', ['metadata', 'author', 'name'], 'Acme'],
    ['owner', ['metadata', 'author', 'url'], 'https://acme.example'],
    ['docs', ['metadata', 'links', '0', 'url'], 'https://acme.example/docs'],
    ['docs', ['metadata', 'documentation'], '# Routes\n\nAsk for two places.'],
    ['version', ['metadata', 'annotations', 'version'], '1.2.0'],
  ])('has its %s in %j', (_, path, value) => expect(at(document, path)).toEqual(value));

  it('comes back, without what it names as lost', () => {
    expect(lost).toEqual(['skills', 'url', 'pushNotifications', 'extendedCard', 'security']);
    expect(readManifest(document)).toEqual({
      ...profile,
      skills: [{ ...profile.skills[0], examples: [] }],
      url: '',
      pushNotifications: null,
      extendedCard: null,
      security: [],
    });
  });

  it('may have the address of its documentation in the place of its text', () => {
    const documented = (documentation: string, links: JsonObject[] = []) =>
      readManifest({ name: 'a', metadata: { documentation, links } });
    expect(documented('https://a.example/docs')).toMatchObject({
      ...{ documentationUrl: 'https://a.example/docs', documentation: '' },
    });
    const linked = [{ type: 'documentation', url: 'https://b.example/' }];
    expect(documented('See https://a.example/docs', linked)).toMatchObject({
      ...{ documentationUrl: 'https://b.example/', documentation: 'See https://a.example/docs' },
    });
  });

  it('always streams', () => {
    expect(readManifest({ name: 'a' }).streaming).toBe(true);
    expect(writeManifest({ ...profile, streaming: false }).lost).toContain('streaming');
  });

  it.each([
    ['Geo planner', 'geo-planner'],
    ['Übersicht (v2)', 'ubersicht-v2'],
    ['-a-', 'a'],
    ['路线', 'agent-8def-7ebf'],
  ])('has a label for %j', (name, label) => expect(slug(name)).toBe(label));
});

describe('a description of an MCP server', () => {
  it('has an address of documentation in the last line of its instructions only', () => {
    const read = (instructions: string) => {
      const { description, documentationUrl } = readMcpInfo({ instructions });
      return [description, documentationUrl];
    };
    expect(read('Documentation: https://a.example/')).toEqual(['', 'https://a.example/']);
    for (const text of ['Documentation: none', 'Documentation: https://a.b/\nPays.', 'Pays.']) {
      expect(read(text)).toEqual([text, '']);
    }
  });

  it('keeps the schemas of tools', () => {
    const inputSchema = { type: 'object', properties: { amount: { type: 'number' } } };
    const info = { tools: [{ name: 'pay', inputSchema }] };
    expect(readMcpInfo(info).skills[0]).toMatchObject({ id: 'pay', name: 'pay', inputSchema });
  });
});

describe('a card of A2A 1.0', () => {
  const card = {
    name: 'New',
    supportedInterfaces: [
      { url: 'https://a.example/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: 'https://a.example/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: 'https://a.example/x', protocolBinding: 'OTHER', protocolVersion: '1.0' },
    ],
    capabilities: { streaming: true, extendedAgentCard: true },
    skills: [],
  };

  it('is converted, so that its address is not lost', () => {
    expect(agentInfoFrom('a2a', card)).toEqual({
      a2a_agent_card: {
        // Kept: the version of each interface is only there.
        supportedInterfaces: card.supportedInterfaces,
        name: 'New',
        skills: [],
        protocolVersion: '0.3.0',
        url: 'https://a.example/rpc',
        preferredTransport: 'JSONRPC',
        additionalInterfaces: [
          { url: 'https://a.example/rpc', transport: 'JSONRPC' },
          { url: 'https://a.example/rest', transport: 'HTTP+JSON' },
        ],
        capabilities: { streaming: true },
        supportsAuthenticatedExtendedCard: true,
      },
    });
  });

  it('is read as well if it was posted, with the address that it has', () => {
    const posted = (more: JsonObject) =>
      profileOf({
        ...{ name: 'new', agent_protocol: 'a2a' },
        agent_info: { a2a_agent_card: { ...card, ...more } },
      });
    expect(posted({})).toMatchObject({ url: 'https://a.example/rpc', extendedCard: true });
    const others = { supportedInterfaces: card.supportedInterfaces.slice(2) };
    expect(posted(others).url).toBe('');
    expect(posted({ ...others, url: 'https://b.example/' }).url).toBe('https://b.example/');
  });

  it('of 0.3 is left as it is', () => {
    const old = { name: 'Old', url: 'https://a.example/' };
    expect(toCard03(old)).toBe(old);
  });
});

describe('what is fetched for a registration', () => {
  it('is looked for at the address, and below it at the well-known places of cards', () => {
    expect(documentUrls('a2a', 'https://a.example/base/')).toEqual([
      'https://a.example/base/',
      'https://a.example/base/.well-known/agent-card.json',
      'https://a.example/base/.well-known/agent.json',
    ]);
    expect(documentUrls('mcp', 'https://a.example/info')).toEqual(['https://a.example/info']);
  });

  it('may be wrapped as in a registration', () => {
    const info = { acp_agent_manifest: { name: 'a' } };
    expect(agentInfoFrom('acp', info)).toEqual(info);
    expect(agentInfoFrom('acp', { name: 'a' })).toEqual(info);
  });

  it('describes an agent by its protocol, and a plain service by its name', () => {
    const service = registered(geoPlanner);
    expect(profileOf(service).name).toBe('Geo planner');
    expect(profileOf({ ...service, agent_protocol: '' }).name).toBe('geo-planner');
    const hai = {
      agent_descriptor: { id: 'a', name: 'Crew', url: 'http://a.b/', skills: [{ name: 'Hire' }] },
    };
    expect(profileOf({ name: 'x', agent_protocol: 'hai', agent_info: hai })).toMatchObject({
      name: 'Crew',
      skills: [{ id: 'Hire' }],
      streaming: true,
    });
  });
});

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as JsonObject | undefined)?.[key], value);
