import { type AskingAgent, askingAgents } from '@countersign/bff/testing/asking-agents';
import { callersOf } from '@countersign/bff/testing/gateway-callers';
import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const protocols = ['a2a', 'mcp', 'acp', 'hai', 'ag-ui'] as const;
const call = { tool: 'paint', arguments: { wall: 'north' } };

let gateway: GatewayHarness;
const agents = new Map<string, AskingAgent>();
beforeAll(async () => {
  gateway = await startGatewayHarness();
  for (const protocol of protocols) {
    const agent = await askingAgents[protocol]();
    agents.set(protocol, agent);
    await gateway.open(agent.service);
  }
});
afterAll(async () => {
  await gateway.close();
  for (const agent of agents.values()) await agent.close();
});

const tasks = async (): Promise<string[]> => {
  const { body } = await gateway.request('GET', '/api/tasks?limit=100');
  return (body['items'] as { id: string }[]).map(({ id }) => id);
};

describe.each(protocols)('an agent of %s', (spoken) => {
  let begun = 0;

  it.each(protocols)(
    'is called by a client of %s, with the decision of a person in the middle',
    async (protocol) => {
      const agent = agents.get(spoken);
      const caller = callersOf(gateway.origin, spoken)[protocol]?.();
      if (agent === undefined || caller === undefined) throw new Error('there is none');
      const before = await tasks();
      const played = agent.play(begun);
      begun += 1;
      const reported = await caller.start(
        `${protocol} to ${spoken}`,
        spoken === 'mcp' ? call : undefined,
      );
      expect(reported).toMatch(caller.asked);
      if (spoken !== 'mcp') expect(reported).toContain('May I?');
      const [taskId = ''] = (await tasks()).filter((id) => !before.includes(id));
      const feedback =
        spoken === 'a2a' || spoken === 'acp'
          ? ({ type: 'instruction', content: { text: 'Yes.' } } as const)
          : ({ type: 'approve' } as const);
      await gateway.decide(await gateway.asked(taskId), feedback);
      await played;
      const end = await gateway.until(async () => {
        const now = await caller.look();
        return caller.ended.test(now) ? now : undefined;
      });
      expect(end).toContain('Done.');
    },
  );
});
