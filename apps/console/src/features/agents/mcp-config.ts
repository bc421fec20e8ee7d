import { commandLine, commandScheme } from '@countersign/hai/command-url';
import { recordOf } from '../../ui/json/record-of.ts';

/**
 * The first server of a configuration of MCP clients (`mcpServers`, as editors keep it), or one entry of it, as an agent descriptor;
 * null = it is none.
 */
export function serverOfConfig(value: unknown): Record<string, unknown> | null {
  const given = recordOf(value);
  const servers = recordOf(given['mcpServers'] ?? given['servers']);
  const [named] = Object.entries(servers);
  const [name, entry] = named === undefined ? ['', given] : [named[0], recordOf(named[1])];
  const { command, args, env, url, headers } = entry;
  const about = { name, protocol: 'mcp' };
  if (typeof command === 'string' && command !== '') {
    const words = [command, ...(Array.isArray(args) ? args.map(String) : [])];
    return { ...about, url: `${commandScheme}${commandLine(words)}`, headers: recordOf(env) };
  }
  const isServer = named !== undefined && typeof url === 'string';
  return isServer ? { ...about, url, headers: recordOf(headers) } : null;
}
