import { promptSchema } from '../prompt.ts';
import type { RouteTable } from '../route.ts';

/** Schemas that a prompt refers to. */
export const schemasRoutes = {
  'POST /api/prompts/:id/schema': {
    summary: 'Load the schema that a prompt refers to',
    description:
      'The prompt comes back with it, under another digest. 422 address-refused or schema-not-loaded says why not; 412 prompt-changed and 410 prompt-expired carry the prompt.',
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
