import type { SafeFetch } from '../http/safe-fetch.ts';
import { type AffordanceCalls, createAffordanceCalls } from '../signifiers/calls/calls.ts';
import { createEnvironmentNews, type EnvironmentNews } from '../signifiers/environment-news.ts';
import { createReadDescription, type ReadDescription } from '../signifiers/read-description.ts';
import type { AgentServices } from './agents.ts';
import type { StoreServices } from './store.ts';

/** What agents are offered, and what they call of it. */
export interface EnvironmentServices {
  readDescription: ReadDescription;
  affordanceCalls: AffordanceCalls;
  environmentNews: EnvironmentNews;
}

export const createEnvironmentServices = (
  store: StoreServices,
  agents: AgentServices,
  { fetch, createId }: { fetch: SafeFetch; createId: () => string },
): EnvironmentServices => ({
  readDescription: createReadDescription({ fetch, clock: store.clock, agents: agents.registry }),
  affordanceCalls: createAffordanceCalls({ ...store, ...agents, createId }),
  environmentNews: createEnvironmentNews(store.journal.others),
});
