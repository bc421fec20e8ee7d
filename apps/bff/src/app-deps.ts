import type { FastifyBaseLogger } from 'fastify';
import type { SecureHost } from './operators/session-cookie.ts';
import type { Services } from './services.ts';
import type { MetricsAccess, Telemetry } from './telemetry/telemetry.ts';

/** Everything the HTTP interface needs; nothing in it reads the environment or listens. */
export interface AppDeps extends Services {
  logger: FastifyBaseLogger | false;
  /** Names this server answers to, lower case, without port. */
  allowsHost: (hostname: string) => boolean;
  /** The server is being stopped: it is not ready, and still serves. */
  isDraining: () => boolean;
  telemetry: Telemetry;
  /** Null = there is no `/metrics`. */
  metrics: MetricsAccess | null;
  secureHost: SecureHost;
  /** Addresses and networks of proxies whose forwarding headers are believed. */
  trustedProxies: readonly string[];
  /** Directory of the built console; null = serve no console. */
  consoleDir: string | null;
  /** Directory of the built libraries for authors of agents; null = there are none. */
  librariesDir: string | null;
  /** Whether MCP clients of the revisions of 2025 may have tools of their session. */
  mcpSessions: boolean;
  limits: {
    /** Requests per operator (or address, before sign-in) and minute. */
    requestsPerMinute: number;
    /** Bytes of a request body. */
    bodyBytes: number;
    /** Open streams in all, and of one operator. */
    streams: number;
    streamsPerOperator: number;
  };
}
