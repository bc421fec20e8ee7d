import { type Agent, createAgent } from '@countersign/agent/agent';
import type { JsonObject } from '@countersign/json/json-object';
import { type A2aAgent, cardAt } from '@countersign/testkit/a2a-agent';

/** An agent of HAI as a service; `url`: where it is served. */
export function serviceOfAgent(agent: Agent, url: string): JsonObject {
  const descriptor = agent.descriptor(url);
  return {
    ...{ name: descriptor.id, protocol: 'http', ...addressIn(url) },
    agent_protocol: 'hai',
    agent_info: { agent_descriptor: descriptor },
  };
}

/** An agent of A2A as a service. */
export function bookingDesk({ url, origin }: A2aAgent): JsonObject {
  return {
    ...{ name: 'booking', protocol: 'http', ...addressIn(url) },
    agent_protocol: 'a2a',
    agent_info: {
      a2a_agent_card: {
        ...cardAt(`${origin}/a2a`),
        ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
      },
    },
  };
}

const addressIn = (url: string) => ({ host: '127.0.0.1', port: Number(new URL(url).port) });

/** An agent of HAI that asks before it paints. */
export const paintingAgent = (): Agent =>
  createAgent({
    ...{ id: 'painter', name: 'Painter', description: 'Paints walls.' },
    async run(context) {
      const { feedback } = await context.ask({
        state: 'needsHumanDecision',
        ask: `Paint for “${context.userText}”?`,
        payload: { colour: 'red' },
      });
      if (feedback === null || feedback.type === 'reject') {
        await context.upformat({ state: 'cancelled', explanation: 'Nothing is painted.' });
        return;
      }
      await context.say('The wall is painted.');
      await context.upformat({ state: 'completed', payload: { walls: 1 } });
    },
  });
