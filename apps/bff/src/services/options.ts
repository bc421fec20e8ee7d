import type { DeskSettings } from '@countersign/part-desk/start/desk-settings';
import type { GatewaySettings } from '@countersign/part-gateway/start';
import type { PeopleSettings } from '@countersign/part-people/start';
import type { RegistrySettings } from '@countersign/part-registry/start';
import type { ToolSettings } from '@countersign/part-tools/start';
import type { ModelSettings } from '@countersign/server/models/sampling-model';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import type { ActSetting } from '@countersign/server/servers/act-or-read';
import type { Telemetry } from '@countersign/server/telemetry/telemetry';
import type { FoldBudget } from '@countersign/thread/budget';

/** What a server is started with: the settings of the kernel, and those of its parts. */
export interface ServiceOptions
  extends PeopleSettings,
    DeskSettings,
    Omit<RegistrySettings, 'registration'>,
    GatewaySettings,
    ToolSettings {
  /** How registrations are read. */
  registration?: NonNullable<RegistrySettings['registration']>;
  /** Data directory; must exist. */
  directory: string;
  /** The PostgreSQL of the store; null = it is in the directory. */
  databaseUrl: string | null;
  /** Whether this server acts on the store; default: unless it finds itself elsewhere. */
  act?: ActSetting | undefined;
  /** The file to which signed ends of the audit are appended; absent or null = none. */
  anchor?: string | null;
  /** How long the server on duty is silent before another one on the database takes its duty over, ms; default: 5 seconds. */
  leaseMs?: number;
  /** Ids of the parts beside those that are always there; null or absent = all. */
  parts?: readonly string[] | null;
  clock: Clock;
  createId: () => string;
  random: () => number;
  /** Figures, traces, and what operators of the server follow in its log. */
  telemetry?: Telemetry;
  /** Receives every secret that is used, so that none is logged. */
  keepSecret?: (secret: string) => void;
  /** The model by which services and memories are compared by meaning; null = by words only. */
  embedding?: ModelSettings | null;
  /** The model that may answer sampling requests of MCP servers, if a person approves. */
  samplingModel?: ModelSettings | undefined;
  /** The limits of each thread. */
  budget?: FoldBudget;
  /** Receives errors that were survived. */
  report?: Report;
}
