import type { HttpSide } from '@countersign/server/kernel';
import type { MetricsAccess } from '@countersign/server/telemetry/telemetry';
import type { FastifyBaseLogger } from 'fastify';
import type { Services } from './services.ts';

/** Everything the HTTP interface needs; nothing in it reads the environment or listens. */
export interface AppDeps extends Services, Omit<HttpSide, 'guesses'> {
  logger: FastifyBaseLogger | false;
  /** Names this server answers to, lower case, without port. */
  allowsHost: (hostname: string) => boolean;
  /** Null = there is no `/metrics`. */
  metrics: MetricsAccess | null;
  /** Addresses and networks of proxies whose forwarding headers are believed. */
  trustedProxies: readonly string[];
  /** Directory of the built console; null = serve no console. */
  consoleDir: string | null;
  /** Directory of the built libraries for authors of agents; null = there are none. */
  librariesDir: string | null;
}
