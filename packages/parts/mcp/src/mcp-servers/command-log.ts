import type { PartKernel } from '@countersign/server/part';
import type { CommandLog } from './connect.ts';

export interface CommandSettings {
  /** Whether MCP servers may be commands, which this server starts. */
  mcpCommands?: boolean;
}

/** Where programs of commands write; null = commands are not started. */
export const commandLog = (
  { telemetry }: Pick<PartKernel, 'telemetry'>,
  { mcpCommands = false }: CommandSettings,
): CommandLog | null =>
  mcpCommands
    ? ({ id, name }, line) =>
        telemetry.notify('info', `The command of ${name} says: ${line}`, { agentId: id })
    : null;
