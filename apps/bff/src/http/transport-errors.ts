/** Why a call to an agent failed, in words an operator can act on. `code` is stable. */
export class AgentFailure extends Error {
  readonly code: string;
  /** HTTP status, if the agent responded. */
  readonly status: number | null;
  constructor(code: string, message: string, status: number | null = null) {
    super(message);
    this.name = 'AgentFailure';
    this.code = code;
    this.status = status;
  }
}

/** A run that takes place in this server is not being read, because it is held or the store is not writable. */
export const unreadCode = 'unread';

const plainWords: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there (connection refused).',
  ENOTFOUND: 'Its host name is not known (DNS).',
  EAI_AGAIN: 'Its host name could not be looked up (DNS).',
  ECONNRESET: 'It broke the connection off.',
  EPIPE: 'It broke the connection off.',
  ERR_STREAM_PREMATURE_CLOSE: 'It broke the connection off.',
  ETIMEDOUT: 'It could not be reached in time.',
  EHOSTUNREACH: 'Its host cannot be reached.',
  ENETUNREACH: 'Its network cannot be reached.',
};

/** What is wrong with the certificate, and the remedy. */
function tlsWords(code: string, message: string): string | null {
  if (code === 'EPROTO' || /wrong version number|packet length too long/i.test(message)) {
    return 'It does not speak TLS there: use http:// in its URL.';
  }
  if (code === 'CERT_HAS_EXPIRED') return 'Its certificate has expired (TLS): it needs a new one.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'Its certificate is for another host name (TLS): use the name it was made for.';
  }
  if (!/^(CERT|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL)/.test(code)) return null;
  return `Its certificate is not trusted here (TLS: ${code}). Start this server with NODE_EXTRA_CA_CERTS=<file of its certificate authority>, or use http:// on a network you trust.`;
}

/** Converts an error of the socket to a message. */
export function describeFailure(error: unknown): AgentFailure {
  if (error instanceof AgentFailure) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'EBLOCKED') return new AgentFailure('blocked', message);
  const words = Object.hasOwn(plainWords, code) ? plainWords[code] : undefined;
  if (words !== undefined) return new AgentFailure(code.toLowerCase(), words);
  const tls = tlsWords(code, message);
  if (tls !== null) return new AgentFailure('tls', tls);
  if (code.startsWith('HPE_')) {
    const hint = 'It does not answer in HTTP there: perhaps it wants https://.';
    return new AgentFailure('not-http', hint);
  }
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI')) {
    return new AgentFailure('encoding', `What it sent compressed cannot be read (${code}).`);
  }
  return new AgentFailure(code.toLowerCase() || 'network', message);
}
