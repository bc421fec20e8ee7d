import { isObject } from '@countersign/json/json-object';
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Addresses } from '../addresses.ts';
import type { AgentCaller } from './agent-caller.ts';

/** Who calls, and the addresses of this server as the caller has them. */
export interface Exchange {
  caller: AgentCaller;
  at: Addresses;
  /** Aborted when the client has left before it had the whole response. */
  gone: AbortSignal;
}

/** The exchange as the MCP library passes it on. Without the token: nothing behind this needs it. */
export const authOf = (exchange: Exchange): AuthInfo => ({
  ...{ token: '', clientId: exchange.caller.id, scopes: [], extra: { exchange } },
});

/** @throws {Error} if it was not passed on, which is a bug. */
export function exchangeIn(auth: AuthInfo | undefined): Exchange {
  const exchange = auth?.extra?.['exchange'];
  if (!isExchange(exchange)) throw new Error('The endpoint was called without a caller.');
  return exchange;
}

const isExchange = (value: unknown): value is Exchange =>
  isObject(value) &&
  isObject(value['caller']) &&
  isObject(value['at']) &&
  value['gone'] instanceof AbortSignal;
