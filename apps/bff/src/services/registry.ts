import type { SafeFetch } from '../http/safe-fetch.ts';
import { createMeanings, type Meanings, noMeanings } from '../uap/meanings.ts';
import { createModelEmbedder } from '../uap/model-embedder.ts';
import {
  createReadRegistration,
  type ReadRegistration,
  type RegistrationSettings,
} from '../uap/registration-reader.ts';
import { createServiceRegistry, type ServiceRegistry } from '../uap/service-registry.ts';
import { startTree, type TreeServices } from '../uap/start-tree.ts';
import type { ServiceOptions } from './options.ts';
import type { StoreServices } from './store.ts';

/** The registry of services, and its place in a tree of registries. */
export interface RegistryServices extends Pick<TreeServices, 'registryTree' | 'registryUplink'> {
  /** Where agents are found by what they can do. */
  serviceRegistry: ServiceRegistry;
  readRegistration: ReadRegistration;
  /** What a search knows of the meanings of services. */
  meanings: Meanings;
}

/** `recover`: takes up what the store has of a part; one that cannot be read does not keep the others from it. */
export async function openRegistry(
  store: StoreServices,
  { tree, random, embedding = null }: ServiceOptions,
  given: {
    registration: RegistrationSettings;
    fetch: SafeFetch;
    recover: (what: string, part: { recover: () => unknown }) => Promise<void>;
  },
): Promise<RegistryServices & { closeRegistry(): Promise<void> }> {
  const { registration, fetch, recover } = given;
  const serviceRegistry = createServiceRegistry({ ...store, random, fetch });
  const meanings =
    embedding === null
      ? noMeanings
      : createMeanings(createModelEmbedder(embedding, store.clock), {
          ...{ textOf: serviceRegistry.textOf, clock: store.clock, report: store.report },
        });
  const stopMeanings = serviceRegistry.onChange(meanings.changed);
  await recover('registered services', serviceRegistry);
  const { closeTree, ...places } = startTree(store, { settings: tree, serviceRegistry, random });
  await recover('registries below this one', places.registryTree);
  return {
    ...{ ...places, serviceRegistry, meanings },
    readRegistration: createReadRegistration(fetch, registration),
    async closeRegistry() {
      stopMeanings();
      meanings.close();
      closeTree();
      await serviceRegistry.close();
    },
  };
}
