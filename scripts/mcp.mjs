// MCP over stdio: passes the messages of a client that starts this program to the /mcp endpoint of a Countersign server, and back.
// It needs nothing but Node, so this one file can be copied to another machine.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';

const usage = `Usage: COUNTERSIGN_MCP_TOKEN=<token> node mcp.mjs [--url http://127.0.0.1:4400/mcp]

The token comes from Settings, MCP clients. Without --url, COUNTERSIGN_MCP_URL is used.
`;

const flag = process.argv.indexOf('--url');
const url =
  (flag < 0 ? process.env.COUNTERSIGN_MCP_URL : process.argv[flag + 1]) ??
  'http://127.0.0.1:4400/mcp';
const token = process.env.COUNTERSIGN_MCP_TOKEN ?? '';
if (token === '' || !/^https?:\/\//.test(url)) {
  process.stderr.write(usage);
  process.exit(2);
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';
/** How often a call is repeated whose connection was lost: a restart of the server takes seconds. */
const maxAttempts = 12;
const longestPauseMs = 5_000;

/** The id of this process, until the server gives another; it groups the calls. */
let session = randomUUID();
/** Agreed in `initialize`; clients of the current revision name it in each request instead. */
let agreedVersion = null;
/** Calls without a response, by request id. */
const pending = new Map();

const write = (json) => process.stdout.write(`${json}\n`);
const fail = (id, message) =>
  write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } }));

/** Header values are ASCII; anything else is sent as the protocol says. */
const headerText = (text) =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;

const versionOf = (message) => message.params?._meta?.[versionKey] ?? null;

function headersOf(message) {
  const own = versionOf(message);
  const version = own ?? (message.method === 'initialize' ? null : agreedVersion);
  const { name, uri } = message.params ?? {};
  const named = typeof name === 'string' ? name : uri;
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
    'mcp-session-id': session,
    ...(version === null ? {} : { 'mcp-protocol-version': version }),
    ...(own !== null && typeof message.method === 'string' ? { 'mcp-method': message.method } : {}),
    ...(own !== null && typeof named === 'string' ? { 'mcp-name': headerText(named) } : {}),
  };
}

/** A call that may have to be repeated after its connection was lost gets an idempotency key, so that it is asked once. */
function repeatable(message) {
  const asks = ['ask_human', 'request_approval', 'notify'].includes(message.params?.name);
  if (message.method !== 'tools/call' || !asks) return message;
  const given = message.params.arguments ?? {};
  if (typeof given !== 'object' || given.idempotency_key) return message;
  const key = `${session}:${JSON.stringify(message.id)}`;
  const args = { ...given, idempotency_key: key };
  return { ...message, params: { ...message.params, arguments: args } };
}

/** Passes on the server's messages; returns whether the response to the request was among them. */
async function passOn(response, id) {
  const isStream = (response.headers.get('content-type') ?? '').includes('text/event-stream');
  if (!isStream) {
    const text = (await response.text()).trim();
    if (text !== '') write(oneLine(text));
    return true;
  }
  let answered = false;
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + chunk).split(/\r?\n\r?\n/);
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const lines = frame.split(/\r?\n/).filter((line) => line.startsWith('data:'));
      if (lines.length === 0) continue;
      const json = oneLine(lines.map((line) => line.slice(5).trimStart()).join('\n'));
      answered ||= JSON.parse(json).id === id;
      write(json);
    }
  }
  return answered;
}

/** One message per line: line ends in JSON are white space. */
const oneLine = (json) => json.replaceAll(/[\r\n]+/g, ' ');

/** The reason of a refusal that is not JSON-RPC: the detail of a problem, or the status. */
async function refusalOf(response) {
  const text = await response.text();
  try {
    const said = JSON.parse(text);
    if (said.jsonrpc === '2.0') return { json: oneLine(text.trim()) };
    return { reason: said.detail ?? said.title ?? `HTTP ${response.status}` };
  } catch {
    return { reason: `HTTP ${response.status}` };
  }
}

async function attempt(message, line, signal) {
  const response = await fetch(url, {
    method: 'POST',
    headers: headersOf(message),
    body: line,
    signal,
  });
  if (message.method === 'initialize') {
    session = response.headers.get('mcp-session-id') ?? session;
    agreedVersion = message.params?.protocolVersion ?? null;
  }
  if (response.ok) return passOn(response, message.id);
  const refusal = await refusalOf(response);
  if (response.status >= 502 && response.status <= 504) return false;
  if ('json' in refusal) write(refusal.json);
  else if (message.id !== undefined)
    fail(message.id, `Countersign refused the call: ${refusal.reason}`);
  return true;
}

async function send(given, line) {
  const message = given.id === undefined ? given : repeatable(given);
  const body = message === given ? line : JSON.stringify(message);
  const abort = new AbortController();
  if (message.id !== undefined) pending.set(message.id, { abort, message });
  try {
    for (let number = 1; ; number += 1) {
      try {
        if (await attempt(message, body, abort.signal)) return;
      } catch (error) {
        if (abort.signal.aborted) return;
        if (message.id === undefined) return;
        if (number >= maxAttempts || message.method !== 'tools/call') {
          return fail(
            message.id,
            `Countersign cannot be reached at ${url}: ${error.cause?.message ?? error.message}`,
          );
        }
      }
      if (number >= maxAttempts) {
        if (message.id !== undefined) fail(message.id, 'The connection to Countersign was lost.');
        return;
      }
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(200 * 2 ** number, longestPauseMs)),
      );
      if (abort.signal.aborted) return;
    }
  } finally {
    pending.delete(message.id);
  }
}

/** Messages are passed on in order, but responses are not waited for. */
let before = Promise.resolve();

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    fail(null, 'This line is not JSON.');
    continue;
  }
  if (message.method === 'notifications/cancelled') {
    const call = pending.get(message.params?.requestId);
    if (call !== undefined) {
      before = send(message, line);
      // In the current revision a call is cancelled by closing its stream; the server is also notified, as a lost connection looks the same.
      if (versionOf(call.message) !== null) void before.finally(() => call.abort.abort());
      continue;
    }
  }
  await before;
  const sent = send(message, line);
  // Messages after `initialize` need the session id from its response.
  if (message.method === 'initialize') before = sent;
}
process.exit(0);
