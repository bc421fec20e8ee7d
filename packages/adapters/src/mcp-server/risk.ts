import type { Severity } from '@countersign/upformat/message';
import type { McpTool } from './tool.ts';

/** What an administrator decided about the tools of a server. */
export interface ToolPolicy {
  /** Names of tools that are called without approval. */
  direct: readonly string[];
}

/** How a call is approved. `none`: not at all. `approve`: by a person. `typed`: by a person who types the name of the tool. */
export interface CallRisk {
  approval: 'none' | 'approve' | 'typed';
  severity: Severity;
}

/**
 * The risk of a call. Only an administrator can lower it. The hints of the server can only raise it: a tool that calls itself
 * destructive is approved even if an administrator has allowed it, because it may have said something else then.
 */
export function riskOf(
  { name, hints }: Pick<McpTool, 'name' | 'hints'>,
  policy: ToolPolicy,
): CallRisk {
  if (hints.destructive === true) return { approval: 'typed', severity: 'critical' };
  if (policy.direct.includes(name)) return { approval: 'none', severity: 'info' };
  return { approval: 'approve', severity: 'major' };
}
