import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Exchange } from '../exchange.ts';
import { seen } from '../statements.ts';
import type { Target } from '../target.ts';

/** What an MCP server answered a request with. */
export interface Answer {
  status: number;
  result: JsonObject | null;
  /** Its `code` and `message` as received. */
  error: JsonObject | null;
  /** No answer came for as long as the check is patient. */
  isSilent: boolean;
  headers: Headers;
}

/** Whether a call was refused: by HTTP, by JSON-RPC, or by the tool. */
export const isRefusal = ({ status, result, error }: Answer): boolean =>
  error !== null || result?.['isError'] === true || status >= 400;

/** Receives what the server sends during a request: its own requests and notifications. Returns the result of a request. */
export type OnMessage = (message: JsonObject) => JsonObject | null;

/** Changes of the headers of one request; null leaves one out. */
type Changes = Readonly<Record<string, string | null>>;

/** A connection to an MCP server by streamable HTTP. What is wrong with any response is kept in `faults`. */
export interface McpSession {
  readonly faults: readonly WrittenStatement[];
  /** Statuses that notifications and responses of this side were answered with, if they were not accepted. */
  readonly refused: readonly number[];
  readonly sessionId: string | null;
  /** From now on sent with every request. */
  use(version: string, sessionId: string | null): void;
  request(method: string, params?: JsonObject, options?: RequestOptions): Promise<Answer>;
  notify(method: string): Promise<void>;
  /** A request as it is written, e.g. one that must be refused. Nothing of its response is a fault. */
  raw(body: unknown, headers?: Changes): Promise<Exchange>;
}

interface RequestOptions {
  headers?: Changes;
  onMessage?: OnMessage;
  /** Its response is expected to be a refusal of HTTP: it is no fault. */
  mayBeRefused?: boolean;
}

const accept = 'application/json, text/event-stream';

export function createMcpSession(target: Target): McpSession {
  const { url } = target.agent;
  const faults: WrittenStatement[] = [];
  const refused: number[] = [];
  let lasting: Record<string, string> = {};
  let nextId = 0;

  const post = (body: unknown, headers: Changes = {}) => {
    const sent = Object.entries({ accept, ...lasting, ...headers }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    return target.exchange({ method: 'POST', url, body, headers: Object.fromEntries(sent) });
  };

  /** Sends what is no request, and expects no content. */
  const send = async (body: JsonObject) => {
    const exchange = await post({ jsonrpc: '2.0', ...body });
    await exchange.ended;
    if (exchange.status >= 300) refused.push(exchange.status);
  };

  const answered = async (exchange: Exchange, id: number, onMessage: OnMessage) => {
    const sending: Promise<void>[] = [];
    const document = await exchange.until((message) => {
      if (!isObject(message)) return true;
      if (!('method' in message)) return true;
      const result = onMessage(message);
      if (result !== null && message['id'] !== undefined) {
        sending.push(send({ id: message['id'], result }));
      }
      return false;
    });
    const isSilent = document === null && (await exchange.ended) === 'silent';
    exchange.close();
    await Promise.all(sending);
    return { document, isSilent, wrong: document === null ? null : responseFault(document, id) };
  };

  return {
    faults,
    refused,
    get sessionId() {
      return lasting['mcp-session-id'] ?? null;
    },
    use(version, sessionId) {
      lasting = {
        'mcp-protocol-version': version,
        ...(sessionId === null ? {} : { 'mcp-session-id': sessionId }),
      };
    },
    async request(method, params = {}, options = {}) {
      const { headers, onMessage = () => null, mayBeRefused = false } = options;
      nextId += 1;
      const id = nextId;
      const exchange = await post({ jsonrpc: '2.0', id, method, params }, headers);
      const { status, mediaType } = exchange;
      const isRead = mediaType === 'application/json' || mediaType === 'text/event-stream';
      if (!isRead && (status < 400 || !mayBeRefused)) {
        const type = mediaType === '' ? '—' : mediaType;
        faults.push(seen('check.seen.response-type', { method, type }));
      }
      const { document, isSilent, wrong } = await answered(exchange, id, onMessage);
      const said =
        wrong ?? (document === null && !isSilent ? seen('check.seen.no-response-to') : null);
      const refusal = status >= 400 && mayBeRefused;
      if (said !== null && isRead && !refusal) {
        faults.push(seen('check.seen.response', { method, fault: said }));
      }
      const [result, error] = [memberOf(document, 'result'), memberOf(document, 'error')];
      return {
        ...{ status, isSilent, result: isObject(result) ? result : null },
        error: isObject(error) ? error : null,
        headers: exchange.headers,
      };
    },
    notify: (method) => send({ method }),
    async raw(body, headers) {
      const exchange = await post(body, headers);
      if (exchange.mediaType === 'text/event-stream') await exchange.until(() => true);
      else await exchange.ended;
      exchange.close();
      return exchange;
    },
  };
}

/** What is wrong with a response as JSON-RPC. */
function responseFault(document: unknown, id: number): WrittenStatement | null {
  if (!isObject(document)) {
    return seen('check.seen.no-object', { text: JSON.stringify(document).slice(0, 100) });
  }
  if (document['jsonrpc'] !== '2.0') return seen('check.seen.no-jsonrpc');
  const { error, result } = document;
  if (document['id'] !== id && !(isObject(error) && document['id'] == null)) {
    return seen('check.seen.response-id', { id: JSON.stringify(document['id']) ?? 'undefined' });
  }
  if (isObject(result) && error === undefined) return null;
  const isCoded =
    isObject(error) && Number.isInteger(error['code']) && typeof error['message'] === 'string';
  if (isCoded && result === undefined) return null;
  return seen('check.seen.no-outcome');
}
