import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { Notebook } from '../finding.ts';
import { few, seen } from '../statements.ts';
import type { Target } from '../target.ts';
import { checkCall } from './call-check.ts';
import { createMcpSession, type McpSession } from './session.ts';
import { checkTools } from './tools-check.ts';

/** Revisions with the handshake, of which the newest is asked for. */
const revisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const neverVersion = '1999-01-01';

const methodNotFound = -32_601;

const initializing = (protocolVersion: string): JsonObject => ({
  protocolVersion,
  capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
  clientInfo: { name: 'countersign-check', version: '1' },
});

/** Checks an MCP server by streamable HTTP: the handshake, its lists, a call of a tool, and requests that must be refused. */
export async function checkMcp(target: Target, note: Notebook): Promise<void> {
  const session = createMcpSession(target);
  const capabilities = await checkHandshake(session, note);
  if (capabilities !== null) {
    await checkVersion(session, note);
    await checkSession(session, note);
    const ping = await session.request('ping');
    note.expect('mcp.ping', ping.result === null ? seen('check.seen.no-result') : null);
    await checkDeclared(session, capabilities, note);
    const tools = await checkTools(session, capabilities, note);
    await checkRefusals(session, note);
    await checkCall(target, session, tools, note);
    const [status] = session.refused;
    note.expect(
      'mcp.notification',
      status === undefined ? null : seen('check.seen.status', { status }),
    );
  }
  const { faults } = session;
  note.expect('mcp.responses', faults.length === 0 ? null : few(faults));
}

/** Returns what the server declares; null = there is no talking to it. */
async function checkHandshake(session: McpSession, note: Notebook): Promise<JsonObject | null> {
  const [newest = ''] = revisions;
  const { status, result, error, isSilent, headers } = await session.request(
    'initialize',
    initializing(newest),
  );
  const said = memberOf(error, 'message');
  if (result === null) {
    const wrong = isSilent
      ? seen('check.seen.nothing')
      : typeof said === 'string'
        ? seen('check.seen.refused', { message: said.slice(0, 200) })
        : seen('check.seen.status', { status });
    note.fail('mcp.initialize', wrong);
    return null;
  }
  const { protocolVersion, capabilities, serverInfo } = result;
  const missing = [
    ...(typeof protocolVersion === 'string' ? [] : ['protocolVersion']),
    ...(isObject(capabilities) ? [] : ['capabilities']),
    ...['name', 'version'].flatMap((name) =>
      typeof memberOf(serverInfo, name) === 'string' ? [] : [`serverInfo.${name}`],
    ),
  ];
  note.expect(
    'mcp.initialize',
    missing.length === 0 ? null : seen('check.seen.members-missing', { members: missing }),
  );
  session.use(String(protocolVersion ?? newest), headers.get('mcp-session-id'));
  await session.notify('notifications/initialized');
  return isObject(capabilities) ? capabilities : {};
}

/** The version that it names is one that there is, and that it takes itself. */
async function checkVersion(session: McpSession, note: Notebook): Promise<void> {
  const lone = { 'mcp-protocol-version': null, 'mcp-session-id': null };
  const { result } = await session.request('initialize', initializing(neverVersion), {
    headers: lone,
    mayBeRefused: true,
  });
  const named = result?.['protocolVersion'];
  const isEcho = result !== null && (typeof named !== 'string' || named === neverVersion);
  const own = await session.request('ping', {}, { mayBeRefused: true });
  const without =
    own.status === 400
      ? await session.request(
          'ping',
          {},
          { headers: { 'mcp-protocol-version': null }, mayBeRefused: true },
        )
      : own;
  const isLie = own.status === 400 && without.status < 300;
  note.expect(
    'mcp.version',
    isEcho
      ? seen('check.seen.version-echo', { version: neverVersion })
      : isLie
        ? seen('check.seen.version-lie')
        : null,
  );
}

async function checkSession(session: McpSession, note: Notebook): Promise<void> {
  if (session.sessionId === null) {
    note.skip('mcp.session', seen('check.seen.no-session'));
    return;
  }
  const { status, error } = await session.request('ping', {}, { mayBeRefused: true });
  const isLost = status >= 400 || error !== null;
  if (isLost) {
    note.fail('mcp.session', seen('check.seen.session-lost', { status }));
    return;
  }
  const headers = { 'mcp-session-id': randomUUID() };
  const other = await session.raw({ jsonrpc: '2.0', id: 0, method: 'ping' }, headers);
  // One that keeps nothing in a session has none to lose.
  if (other.status === 404 || other.status === 400) note.pass('mcp.session');
  else note.pass('mcp.session', seen('check.seen.any-session'));
}

const lists: readonly [capability: string, method: string, member: string][] = [
  ['resources', 'resources/list', 'resources'],
  ['prompts', 'prompts/list', 'prompts'],
];

/** What is declared is there. */
async function checkDeclared(
  session: McpSession,
  capabilities: JsonObject,
  note: Notebook,
): Promise<void> {
  const wrong = [];
  for (const [capability, method, member] of lists) {
    if (capabilities[capability] === undefined) continue;
    const { result } = await session.request(method);
    if (!Array.isArray(result?.[member])) {
      wrong.push(seen('check.seen.declared-only', { capability, method }));
    }
  }
  note.expect('mcp.declared', wrong.length === 0 ? null : few(wrong));
}

async function checkRefusals(session: McpSession, note: Notebook): Promise<void> {
  const unknown = await session.request('countersign/check', {}, { mayBeRefused: true });
  const code = unknown.error?.['code'];
  note.expect(
    'mcp.unknown-method',
    code === methodNotFound
      ? null
      : seen('check.seen.code-wanted', {
          ...{ status: unknown.status, wanted: methodNotFound },
          reply: JSON.stringify(unknown.error ?? unknown.result ?? '').slice(0, 200),
        }),
  );
  const broken = await session.raw('{"jsonrpc":"2.0","id":1,');
  const isRefused =
    (broken.status >= 400 && broken.status < 500) ||
    memberOf(broken.documents[0], 'error') !== undefined;
  note.expect(
    'mcp.not-json',
    isRefused ? null : seen('check.seen.status', { status: broken.status }),
  );
  const body = { jsonrpc: '2.0', id: 0, method: 'ping' };
  const foreign = await session.raw(body, { origin: 'https://elsewhere.invalid' });
  if (foreign.status >= 400 && foreign.status < 500) note.pass('mcp.foreign-origin');
  else note.warn('mcp.foreign-origin', seen('check.seen.accepted'));
}
