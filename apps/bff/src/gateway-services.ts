import type { Gateway } from './gateway/gateway.ts';

export interface GatewayServices {
  /** Passes calls of programs to agents, between any two protocols. */
  gateway: Gateway;
}
