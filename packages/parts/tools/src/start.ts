import type { AgentServices } from '@countersign/part-desk/desk-services';
import { createAffordanceCalls } from '@countersign/part-tools/signifiers/calls/calls';
import type { Environment } from '@countersign/part-tools/signifiers/environment';
import { createEnvironmentNews } from '@countersign/part-tools/signifiers/environment-news';
import { createReadDescription } from '@countersign/part-tools/signifiers/read-description';
import type { ToolServices } from '@countersign/part-tools/tool-services';
import type { StoreServices } from '@countersign/server/kernel';
import type { SafeFetch } from '@countersign/server/outgoing/safe-fetch';

export const createEnvironmentServices = (
  store: StoreServices,
  agents: AgentServices & { environment: Environment },
  { fetch, createId }: { fetch: SafeFetch; createId: () => string },
): Omit<ToolServices, 'environment'> => ({
  readDescription: createReadDescription({ fetch, clock: store.clock, agents: agents.registry }),
  affordanceCalls: createAffordanceCalls({ ...store, ...agents, createId }),
  environmentNews: createEnvironmentNews(store.journal.others),
});
