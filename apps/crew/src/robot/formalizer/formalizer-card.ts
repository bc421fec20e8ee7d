import type { JsonObject } from '@countersign/json/json-object';

/** The card of the formalizer at an origin: A2A 1.0, with the members of 0.3 for older clients. */
export const formalizerCard = (origin: string): JsonObject => {
  const url = `${origin}/`;
  const at = (protocolVersion: string) => ({ url, protocolBinding: 'JSONRPC', protocolVersion });
  return {
    name: 'Formalizer',
    description: 'Formalizes goals for a robot arm, in English and Chinese.',
    version: '1.0.0',
    supportedInterfaces: [at('1.0'), at('0.3')],
    capabilities: { streaming: false, pushNotifications: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [
      {
        id: 'formalize_goal',
        name: 'Formalize goal',
        description: 'Converts a natural language goal into move(d) or rotate(a).',
        tags: ['formalizer', 'goal'],
        examples: ['move forward 20 centimeters', 'turn left 45 degrees', '顺时针旋转30度'],
      },
    ],
    ...{ url, preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' },
  };
};
