import { StatedError } from '@countersign/adapters/protocol/stated-error';
import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import { BlockedAddressError } from './address.ts';
import { quoted } from './problem.ts';

/** Why a call to an agent failed, in words an operator can act on. `code` is stable. */
export class AgentFailure extends Error {
  readonly code: string;
  readonly said: WrittenStatement;
  /** HTTP status, if the agent responded. */
  readonly status: number | null;
  constructor(code: string, said: WrittenStatement, status: number | null = null) {
    super(said.text);
    this.name = 'AgentFailure';
    this.code = code;
    this.said = said;
    this.status = status;
  }
}

/** A run that takes place in this server is not being read, because it is held or the store is not writable. */
export const unreadCode = 'unread';

const plainWords: Record<string, WrittenStatement> = {
  ECONNREFUSED: say('call.refused-connection'),
  ENOTFOUND: say('call.unknown-host'),
  EAI_AGAIN: say('call.no-dns'),
  ECONNRESET: say('call.broken-off'),
  EPIPE: say('call.broken-off'),
  ERR_STREAM_PREMATURE_CLOSE: say('call.broken-off'),
  ETIMEDOUT: say('call.not-in-time'),
  EHOSTUNREACH: say('call.host-away'),
  ENETUNREACH: say('call.network-away'),
};

/** What is wrong with the certificate, and the remedy. */
function tlsWords(code: string, message: string): WrittenStatement | null {
  if (code === 'EPROTO' || /wrong version number|packet length too long/i.test(message)) {
    return say('call.no-tls');
  }
  if (code === 'CERT_HAS_EXPIRED') return say('call.certificate-expired');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return say('call.certificate-name');
  }
  if (!/^(CERT|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL)/.test(code)) return null;
  return say('call.certificate-untrusted', { code });
}

/** Converts an error of the socket to a message. */
export function describeFailure(error: unknown): AgentFailure {
  if (error instanceof AgentFailure) return error;
  if (error instanceof StatedError) return new AgentFailure('card', error.said);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof BlockedAddressError) return new AgentFailure('blocked', error.said);
  const words = Object.hasOwn(plainWords, code) ? plainWords[code] : undefined;
  if (words !== undefined) return new AgentFailure(code.toLowerCase(), words);
  const tls = tlsWords(code, message);
  if (tls !== null) return new AgentFailure('tls', tls);
  if (code.startsWith('HPE_')) {
    return new AgentFailure('not-http', say('call.no-http'));
  }
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI')) {
    return new AgentFailure('encoding', say('call.compression-unreadable', { code }));
  }
  return new AgentFailure(code.toLowerCase() || 'network', quoted(message));
}
