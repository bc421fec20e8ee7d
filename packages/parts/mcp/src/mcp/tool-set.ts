import type { ToolDescription } from '@countersign/adapters/mcp-client/tools';
import { extensionPoint } from '@countersign/server/extension-point';
import type { KnownProgram } from '@countersign/server/identity';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** Tools and resources that another subject of the server adds to those that ask people. */
export interface ToolSet {
  tools: readonly ToolDescription[];
  templates: readonly { name: string; title: string; uriTemplate: string }[];
  /** null = it is none of these. */
  call(
    client: KnownProgram,
    call: { name: string; given: unknown },
  ): Promise<CallToolResult | null>;
  /** null = the address is not one of these. */
  read(
    client: KnownProgram,
    uri: string,
  ): Promise<{ contents: { uri: string; mimeType: string; text: string }[] } | null>;
}

/** The tools of other parts; complete when this one starts. */
export const toolSets = extensionPoint<ToolSet>();
