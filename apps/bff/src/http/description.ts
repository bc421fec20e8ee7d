import { proofHeader } from '@countersign/api/settings/session';
import fastifySwagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { ZodApp } from './zod-app.ts';

/** The contracts of all routes that are registered after it, as OpenAPI. */
export async function registerDescription(app: ZodApp): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Countersign',
        version: '1',
        description: 'The operator console for AI agents: tasks, prompts, decisions, one stream.',
      },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer' },
          // Without TLS the name ends with the port, with TLS it begins with `__Host-`.
          session: { type: 'apiKey', in: 'cookie', name: 'countersign_session_4400' },
          proof: { type: 'apiKey', in: 'header', name: proofHeader },
        },
      },
      security: [{ token: [] }, { session: [], proof: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
}
