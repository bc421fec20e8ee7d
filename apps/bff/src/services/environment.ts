import type { AgentServices } from '../desk-services.ts';
import type { SafeFetch } from '../http/safe-fetch.ts';
import type { StoreServices } from '../kernel.ts';
import { createAffordanceCalls } from '../signifiers/calls/calls.ts';
import type { Environment } from '../signifiers/environment.ts';
import { createEnvironmentNews } from '../signifiers/environment-news.ts';
import { createReadDescription } from '../signifiers/read-description.ts';
import type { ToolServices } from '../tool-services.ts';

export const createEnvironmentServices = (
  store: StoreServices,
  agents: AgentServices & { environment: Environment },
  { fetch, createId }: { fetch: SafeFetch; createId: () => string },
): Omit<ToolServices, 'environment'> => ({
  readDescription: createReadDescription({ fetch, clock: store.clock, agents: agents.registry }),
  affordanceCalls: createAffordanceCalls({ ...store, ...agents, createId }),
  environmentNews: createEnvironmentNews(store.journal.others),
});
