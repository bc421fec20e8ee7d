import { createAgent } from '@countersign/agent/agent';
import {
  type GatewayHarness,
  registrantToken,
  startGatewayHarness,
} from '@countersign/bff/testing/gateway-harness';
import { memberOf } from '@countersign/json/json-object';
import { afterEach, beforeEach, expect, it } from 'vitest';

let gateway: GatewayHarness;
beforeEach(async () => {
  gateway = await startGatewayHarness();
});
afterEach(() => gateway.close());

it('lists no agent to a caller whom no policy names: over MCP as tool and resource, and over ACP', async () => {
  await gateway.open(await gateway.servePainter());
  const keeper = createAgent({
    ...{ id: 'vault', name: 'Vault', description: 'Keeps things.' },
    run: async () => {},
  });
  await gateway.open(await gateway.serve(keeper), { callers: ['other-crew'] });
  const client = await gateway.connectMcp();
  const listed = async () => {
    const { structuredContent } = await client.callTool({ name: 'list_agents', arguments: {} });
    const agents = memberOf(structuredContent, 'agents');
    const { resources } = await client.listResources();
    const headers = { authorization: `Bearer ${registrantToken}` };
    const answer = await fetch(`${gateway.origin}/api/gateway/acp/agents`, { headers });
    const manifests = memberOf(await answer.json(), 'agents');
    const namesIn = (all: unknown, member: string) =>
      Array.isArray(all) ? all.map((one) => memberOf(one, member)) : [];
    return [namesIn(agents, 'agent'), namesIn(resources, 'name'), namesIn(manifests, 'name')];
  };
  expect(await listed()).toEqual([['painter'], ['painter'], ['painter']]);
  const [vault] = gateway.services.serviceRegistry.services('vault');
  expect(vault).toMatchObject({ name: 'vault' });
  const { contents } = await client.readResource({ uri: `uap://agents/${vault?.id}` });
  expect(contents).toMatchObject([{ text: 'null' }]);
  const call = { name: 'run_agent_task', arguments: { agent: 'vault', input: 'x' } };
  expect(await client.callTool(call)).toMatchObject({ isError: true });
  // As soon as an administrator names the caller, it is listed.
  const { status } = await gateway.request('PUT', '/api/gateway/policies/to-vault', {
    ...{ callers: ['registrant'], approval: false, callsPerMinute: 60, callerMayAnswer: false },
    hosts: ['127.0.0.1'],
  });
  expect(status).toBe(200);
  const both = ['painter', 'vault'];
  expect(await listed()).toEqual([both, both, both]);
});
