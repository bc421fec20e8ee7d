import type { ClientProtocol } from '@countersign/api/gateway';

/** A request that starts a task, as a caller of the protocol sends it. */
export function sampleRequest(
  protocol: ClientProtocol,
  { service, words, id }: { service: string; words: string; id: string },
): Record<string, unknown> {
  switch (protocol) {
    case 'a2a': {
      const parts = [{ kind: 'text', text: words }];
      const message = { kind: 'message', messageId: id, role: 'user', parts };
      return { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } };
    }
    case 'mcp':
      return { name: 'run_agent_task', arguments: { agent: service, input: words } };
    case 'acp': {
      const parts = [{ content_type: 'text/plain', content: words }];
      const input = [{ role: 'user', parts }];
      return {
        ...{ method: 'POST', path: '/runs' },
        body: { agent_name: service, input, mode: 'async' },
      };
    }
    case 'hai':
    case 'ag-ui':
      return {
        ...{ threadId: id, runId: `${id}-1`, state: {}, tools: [], context: [] },
        ...{ messages: [{ id: `${id}-0`, role: 'user', content: words }], forwardedProps: {} },
      };
  }
}
