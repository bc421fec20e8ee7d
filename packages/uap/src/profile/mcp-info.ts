import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { type AgentProfile, emptyProfile } from './agent-profile.ts';
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
