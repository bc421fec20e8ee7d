import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { Answerer } from '../delivery/answerer.ts';
import type { DeliveryLimits } from '../delivery/send.ts';
import type { RunLimits } from '../runs/run-connection.ts';
import type { WebhookSettings } from '../webhooks/webhooks.ts';

export interface DeskSettings {
  /** 32 bytes that seal the agents' headers. */
  secretKey: Buffer;
  configAgents: readonly AgentDescriptor[];
  /** The protocols of agents; default: those of the product. */
  protocols?: readonly AgentProtocol[];
  /** Of the program that embeds the server: they ask without a task, and receive the answers. */
  answerers?: readonly Answerer[];
  webhooks?: Partial<WebhookSettings>;
  /** Hosts on private networks that schemas may be loaded from, `host` or `host:port`. */
  schemaAllow?: readonly string[];
  /** Whether MCP servers may be commands, which this server starts. */
  mcpCommands?: boolean;
  limits: {
    run: RunLimits;
    delivery: DeliveryLimits;
    control: { timeoutMs: number; maxAttempts: number };
  };
}
