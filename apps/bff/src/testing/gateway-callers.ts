import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { registrantToken } from './gateway-harness.ts';

/** A client of the gateway, in its own protocol, over plain HTTP. */
export interface Caller {
  /** Starts a task, and resolves with all that it receives when a person is asked. `tool`: the call of a tool, in place of the text. */
  start(text: string, tool?: JsonObject): Promise<string>;
  /** All that it receives when it reads the task again. */
  look(): Promise<string>;
  /** How it learns that a person is asked, and that the task has ended. */
  asked: RegExp;
  ended: RegExp;
}

const headers = {
  authorization: `Bearer ${registrantToken}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** Clients of a service, by their protocols. */
export function callersOf(origin: string, service: string): Record<string, () => Caller> {
  const send = async (path: string, body?: JsonObject): Promise<string> => {
    const response = await fetch(`${origin}/api/gateway${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.text();
  };
  const rpc = (path: string, method: string, params: JsonObject) =>
    send(path, { jsonrpc: '2.0', id: 1, method, params });
  const idIn = (text: string, name: string) =>
    new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? '';

  return {
    a2a() {
      let id = '';
      return {
        async start(text, tool) {
          const part = tool === undefined ? { kind: 'text', text } : { kind: 'data', data: tool };
          const message = { kind: 'message', messageId: text, role: 'user', parts: [part] };
          const said = await rpc(`/a2a/${service}`, 'message/send', {
            ...{ message, configuration: { blocking: true } },
          });
          id = String(memberOf(memberOf(JSON.parse(said), 'result'), 'id'));
          return said;
        },
        look: () => rpc(`/a2a/${service}`, 'tasks/get', { id }),
        asked: /"state":"input-required"/,
        ended: /"state":"completed"/,
      };
    },
    mcp() {
      let id = '';
      const call = (name: string, given: JsonObject) =>
        rpc('/mcp', 'tools/call', { name, arguments: { agent: service, ...given } });
      return {
        async start(text, tool) {
          const resource = {
            ...{ uri: 'uap://call', mimeType: 'application/json', text: JSON.stringify(tool) },
          };
          const input = tool === undefined ? text : [{ type: 'resource', resource }];
          const said = await call('run_agent_task', { input });
          id = idIn(said, 'task_id');
          return said;
        },
        look: () => call('get_agent_task', { task_id: id }),
        asked: /"state":"input-required"/,
        ended: /"state":"completed"/,
      };
    },
    acp() {
      let id = '';
      return {
        async start(text, tool) {
          const part =
            tool === undefined
              ? { content_type: 'text/plain', content: text }
              : { content_type: 'application/json', content: JSON.stringify(tool) };
          const input = [{ role: 'user', parts: [part] }];
          const said = await send('/acp/runs', { agent_name: service, input, mode: 'sync' });
          id = idIn(said, 'run_id');
          return said;
        },
        look: () => send(`/acp/runs/${id}`),
        asked: /"status":"awaiting"/,
        ended: /"status":"completed"/,
      };
    },
    hai: () => runCaller('hai'),
    'ag-ui': () => runCaller('ag-ui'),
  };

  function runCaller(protocol: 'hai' | 'ag-ui'): Caller {
    let conversation: JsonObject = {};
    const run = () =>
      send(`/${protocol}/${service}`, { ...conversation, runId: crypto.randomUUID() });
    return {
      start(text, tool) {
        conversation = {
          threadId: `${text} ${crypto.randomUUID()}`,
          messages: tool === undefined ? [{ id: text, role: 'user', content: text }] : [],
          ...(tool === undefined ? {} : { forwardedProps: { input: tool } }),
          ...(protocol === 'ag-ui' ? { tools: [], context: [], state: {} } : {}),
        };
        return run();
      },
      look: run,
      asked: /"type":"interrupt"/,
      ended: /"type":"RUN_FINISHED"(?!.*"type":"interrupt")/s,
    };
  }
}
