import { promptSchema } from '../prompt.ts';
import type { RouteTable } from '../route.ts';

/** Schemas that a prompt refers to. */
export const schemasRoutes = {
  'POST /api/prompts/:id/schema': {
    summary: 'Load the schema that a prompt refers to',
    description:
      'Returns the prompt with the schema and a new digest. 422 address-refused or schema-not-loaded contains the reason; 412 prompt-changed and 410 prompt-expired contain the prompt.',
    answers: { 200: promptSchema },
    problems: [
      'not-found',
      'prompt-expired',
      'prompt-changed',
      'address-refused',
      'schema-not-loaded',
    ],
  },
} satisfies RouteTable;
