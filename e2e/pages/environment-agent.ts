import { expect } from '../fixtures.ts';
import type { Stack } from '../stack.ts';

/** An agent with a profile; returns how it calls the tools of the environment. */
export async function connectAgent(stack: Stack, context: string) {
  const { id: clientId, token } = await stack.api<{ id: string; token: string }>('/api/programs', {
    body: { name: 'Executor' },
  });
  const body = { context, owner: clientId };
  await stack.api('/api/environment/profile/executor', { method: 'PUT', body });
  return async (name: string, args: object, path = '/mcp/environment') => {
    const answer = await fetch(`${stack.url}${path}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name, arguments: { profile_id: 'executor', ...args } },
      }),
    });
    const text = await answer.text();
    expect(text).toContain('"result"');
    return text;
  };
}
