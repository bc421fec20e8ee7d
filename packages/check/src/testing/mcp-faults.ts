import type { CheckId } from '../titles.ts';
import { type Made, type McpTampering, startMcpServer } from './mcp-agent.ts';
import { type Json, type Planted, reworded } from './planted.ts';

/** Changes the response to one method. */
const at = (
  method: string,
  change: (made: Made, params: Json) => Made | Response,
): McpTampering => ({
  respond: (made, request) =>
    request['method'] === method ? change(made, (request['params'] ?? {}) as Json) : made,
});
const rewordedAt = (method: string, from: string | RegExp, to: string): McpTampering =>
  at(method, (made) => ({ ...made, body: reworded(made.body, from, to) }));
const page = () =>
  new Response('<html><title>Bad gateway</title></html>', {
    headers: { 'content-type': 'text/html' },
  });
const gone = () => new Response('No such session', { status: 404 });
const ofCall = (change: (made: Made) => Made | Response): McpTampering =>
  at('tools/call', (made, { name, arguments: given }) =>
    name === 'pay' && (given as Json)['amount'] !== undefined ? change(made) : made,
  );
const nested: Json = {
  type: 'object',
  properties: { order: { type: 'object', properties: { amount: { type: 'number' } } } },
};

const table: readonly [fault: string, found: CheckId, tampering: McpTampering, tool?: string][] = [
  [
    'a handshake without capabilities',
    'mcp.initialize',
    rewordedAt(
      'initialize',
      /"capabilities":\{[^}]*\}\},?|"capabilities":\{"tools":\{\},"resources":\{\}\},/,
      '',
    ),
  ],
  [
    'a handshake that is refused',
    'mcp.initialize',
    at('initialize', () => new Response('', { status: 500 })),
  ],
  [
    'a revision that never was is agreed to',
    'mcp.version',
    at('initialize', (made, { protocolVersion }) => ({
      ...made,
      body: reworded(
        made.body,
        /"protocolVersion":"[^"]+"/,
        `"protocolVersion":"${protocolVersion}"`,
      ),
    })),
  ],
  [
    'a session that is lost',
    'mcp.session',
    ((count = 0) =>
      at('ping', (made) => {
        count += 1;
        return count > 1 ? gone() : made;
      }))(),
  ],
  ['an error as a page with 200', 'mcp.responses', at('ping', page)],
  ['a response for another request', 'mcp.responses', rewordedAt('ping', /"id":\d+/, '"id":77')],
  [
    'a response without the version of JSON-RPC',
    'mcp.responses',
    rewordedAt('resources/list', '"jsonrpc":"2.0",', ''),
  ],
  [
    'notifications are refused',
    'mcp.notification',
    at('notifications/initialized', () => new Response('', { status: 400 })),
  ],
  [
    'a ping that is an error',
    'mcp.ping',
    rewordedAt('ping', '"result":{}', '"error":{"code":-32601,"message":"No"}'),
  ],
  [
    'resources that are declared only',
    'mcp.declared',
    rewordedAt(
      'resources/list',
      '"result":{"resources":[]}',
      '"error":{"code":-32601,"message":"No"}',
    ),
  ],
  [
    'two tools of one name',
    'mcp.tools',
    rewordedAt('tools/list', '"name":"print"', '"name":"pay"'),
  ],
  [
    'a list without end',
    'mcp.tools',
    rewordedAt('tools/list', '"result":{', '"result":{"nextCursor":"more",'),
  ],
  [
    'a tool without a schema',
    'mcp.input-schema',
    rewordedAt('tools/list', '"inputSchema":{"type":"object"},', ''),
  ],
  [
    'a schema of arguments that are no object',
    'mcp.input-schema',
    rewordedAt('tools/list', '"inputSchema":{"type":"object"}', '"inputSchema":{"type":"string"}'),
  ],
  [
    'a support of tasks that there is not',
    'mcp.output-schema',
    rewordedAt('tools/list', '"taskSupport":"required"', '"taskSupport":"sometimes"'),
  ],
  [
    'an unknown method has a result',
    'mcp.unknown-method',
    at('countersign/check', (made) => ({
      ...made,
      body: { ...made.body, error: undefined, result: {} },
    })),
  ],
  [
    'a call of an unknown tool succeeds',
    'mcp.unknown-tool',
    at('tools/call', (made, { name }) =>
      String(name).startsWith('no-such')
        ? { ...made, body: { ...made.body, error: undefined, result: { content: [] } } }
        : made,
    ),
  ],
  ['a broken body is a page', 'mcp.not-json', at('parse', page)],
  ['a call that never ends', 'mcp.call-ends', { holds: true }],
  [
    'a result without content',
    'mcp.result',
    ofCall((made) => ({ ...made, body: reworded(made.body, /"content":\[[^\]]*\],/, '') })),
  ],
  [
    'content of a type that there is not',
    'mcp.result',
    ofCall((made) => ({ ...made, body: reworded(made.body, '"type":"text"', '"type":"prose"') })),
  ],
  [
    'a structured result that does not fit',
    'mcp.structured',
    ofCall((made) => ({ ...made, body: reworded(made.body, '"paid":1', '"paid":"one"') })),
  ],
  [
    'no structured result, where one is declared',
    'mcp.structured',
    ofCall((made) => ({
      ...made,
      body: reworded(made.body, ',"structuredContent":{"paid":1}', ''),
    })),
  ],
  [
    'an elicitation with a nested form',
    'mcp.elicitation',
    { elicits: (params) => ({ ...params, requestedSchema: nested }) },
  ],
  [
    'an elicitation that asks nothing',
    'mcp.elicitation',
    { elicits: ({ message: _, ...params }) => params },
  ],
  [
    'a request that nobody declared',
    'mcp.asks',
    { alsoAsks: { method: 'desktop/click', params: { x: 1 } } },
  ],
  ['progress that goes back', 'mcp.progress', { progress: [2, 1] }],
  [
    'a call without its arguments succeeds',
    'mcp.bad-arguments',
    at('tools/call', (made, { arguments: given }) =>
      Object.keys(given as Json).length === 0 && 'error' in (made.body ?? {})
        ? {
            ...made,
            status: 202,
            body: {
              jsonrpc: '2.0',
              id: made.body?.['id'],
              result: { content: [], isError: false },
            },
          }
        : made,
    ),
  ],
  [
    'a task in a state that there is not',
    'mcp.task-states',
    rewordedAt('tasks/get', '"status":"working"', '"status":"thinking"'),
    'print',
  ],
  [
    'a task that never ends',
    'mcp.task-ends',
    rewordedAt('tasks/get', '"status":"completed"', '"status":"working"'),
    'print',
  ],
];

export const mcpFaults: readonly Planted[] = table.map(
  ([fault, found, tampering, tool = 'pay']) => ({
    ...{ fault, found, tool, patienceMs: /ends$/.test(found) ? 1_200 : 4_000 },
    start: () => startMcpServer(tampering),
  }),
);
