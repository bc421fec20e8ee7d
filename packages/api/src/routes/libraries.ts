import { libraryListSchema } from '../library.ts';
import type { RouteTable } from '../route.ts';

/** What authors of agents install. */
export const librariesRoutes = {
  'GET /api/libraries': {
    summary: 'The libraries for authors of agents that this server hands out',
    description: 'None if they have not been built. Their files need no sign-in.',
    answers: { 200: libraryListSchema },
    problems: [],
  },
} satisfies RouteTable;
