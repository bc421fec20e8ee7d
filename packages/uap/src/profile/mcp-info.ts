import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import {
  type AgentProfile,
  type Described,
  emptyProfile,
  presentMembers,
} from './agent-profile.ts';
import { isWebAddress, objectsIn, textIn } from './values.ts';

/** Reads what a registration says about an MCP server: its answer to `initialize`, and its lists. */
export function readMcpInfo(info: JsonObject): AgentProfile {
  const server = info['serverInfo'];
  const { description, documentationUrl } = instructionsIn(textIn(info, 'instructions'));
  return {
    ...emptyProfile,
    name: textIn(server, 'title') || textIn(server, 'name'),
    description,
    documentationUrl,
    version: textIn(server, 'version'),
    url: textIn(info, 'url'),
    skills: objectsIn(info, 'tools').map((tool) => {
      const schema = memberOf(tool, 'inputSchema');
      return {
        id: textIn(tool, 'name'),
        name: textIn(tool, 'title') || textIn(tool, 'name'),
        description: textIn(tool, 'description'),
        tags: [],
        examples: [],
        inputSchema: isObject(schema) ? schema : null,
      };
    }),
    // Both transports that a registration can name stream.
    streaming: textIn(info, 'transport') === '' ? null : true,
  };
}

/** Before the address of documentation, in the last line of the instructions: an MCP server has no member for it. */
const documentationMark = 'Documentation: ';

function instructionsIn(text: string): { description: string; documentationUrl: string } {
  const at = text.lastIndexOf('\n') + 1;
  const last = text.slice(at);
  const address = last.startsWith(documentationMark) ? last.slice(documentationMark.length) : '';
  return isWebAddress(address)
    ? { description: text.slice(0, Math.max(0, at - 1)), documentationUrl: address }
    : { description: text, documentationUrl: '' };
}

/** The schema of a skill without one of its own: an A2A skill takes a text. */
const textInput = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
};

/** Writes the description of an MCP server. The address of documentation is given to the model, in the instructions. */
export function writeMcpInfo(profile: AgentProfile): Described {
  const { name, version, description, documentationUrl: documentation, skills } = profile;
  const instructions = [
    description,
    documentation === '' ? '' : `${documentationMark}${documentation}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
  const document = {
    protocolVersion: '2025-06-18',
    serverInfo: { name, version },
    capabilities: { tools: {} },
    ...(instructions === '' ? {} : { instructions }),
    transport: 'streamable-http',
    url: profile.url,
    tools: skills.map((skill) => ({
      name: skill.id,
      ...(skill.name === skill.id ? {} : { title: skill.name }),
      description: skill.description,
      inputSchema: skill.inputSchema ?? textInput,
    })),
  };
  const isPoorer = skills.some(({ tags, examples }) => tags.length + examples.length > 0);
  return {
    document,
    lost: [
      ...(isPoorer ? (['skills'] as const) : []),
      ...presentMembers(profile, [
        'inputModes',
        'outputModes',
        'owner',
        'documentation',
        'pushNotifications',
        'extendedCard',
        'security',
      ]),
      ...(profile.streaming === false ? (['streaming'] as const) : []),
    ],
  };
}
