import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { Answerer } from '@countersign/part-desk/delivery/answerer';
import type { DeliveryLimits } from '@countersign/part-desk/delivery/send';
import type { RunLimits } from '@countersign/part-desk/runs/run-connection';
import type { WebhookSettings } from '@countersign/part-desk/webhooks/webhooks';
import type { RegistrationSettings } from '@countersign/part-registry/services/registration-reader';
import type { TreeSettings } from '@countersign/part-registry/tree/start-tree';
import type { ModelSettings } from '@countersign/server/models/sampling-model';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import type { ActSetting } from '@countersign/server/servers/act-or-read';
import type { Telemetry } from '@countersign/server/telemetry/telemetry';
import type { FoldBudget } from '@countersign/thread/budget';

export interface ServiceOptions {
  /** Data directory; must exist. */
  directory: string;
  /** The PostgreSQL of the store; null = it is in the directory. */
  databaseUrl: string | null;
  /** Whether this server acts on the store; default: unless it finds itself elsewhere. */
  act?: ActSetting | undefined;
  /** How long the server on duty is silent before another one on the database takes its duty over, ms; default: 5 seconds. */
  leaseMs?: number;
  clock: Clock;
  createId: () => string;
  random: () => number;
  /** The administrator's bearer token, and the code of the printed sign-in link. */
  token: string;
  signInCode: string | null;
  /** The bearer token of programs that register services. */
  registrantToken?: string | null | undefined;
  /** 32 bytes that seal the agents' headers. */
  secretKey: Buffer;
  /** Figures, traces, and what operators of the server follow in its log. */
  telemetry?: Telemetry;
  /** Receives every secret that is used, so that none is logged. */
  keepSecret?: (secret: string) => void;
  configAgents: readonly AgentDescriptor[];
  /** The protocols of agents; default: those of the product. */
  protocols?: readonly AgentProtocol[];
  /** Parts of the server that ask without a task, and receive the answers. */
  answerers?: readonly Answerer[];
  webhooks?: Partial<WebhookSettings>;
  /** Hosts on private networks that schemas may be loaded from, `host` or `host:port`. */
  schemaAllow?: readonly string[];
  /** How the registry of services reads registrations. */
  registration?: RegistrationSettings;
  /** Whether clients of MCP can do with agents of A2A only what the published table has. Default false. */
  strictGateway?: boolean;
  /** The place of the registry of services in a tree of registries. */
  tree?: TreeSettings;
  /** The model by which services are compared by meaning; null = by words only. */
  embedding?: ModelSettings | null;
  /** Whether MCP servers may be commands, which this server starts. */
  mcpCommands?: boolean;
  /** The model that may answer sampling requests of MCP servers, if a person approves. */
  samplingModel?: ModelSettings | undefined;
  /** Whether that model is asked what fits the context of an agent: to add to it, or also to remove. Default: by words only. */
  selection?: 'words' | 'verify' | 'judge';
  /** The limits of each thread. */
  budget?: FoldBudget;
  /** Receives errors that were survived. */
  report?: Report;
  limits: {
    run: RunLimits;
    delivery: DeliveryLimits;
    control: { timeoutMs: number; maxAttempts: number };
  };
}
