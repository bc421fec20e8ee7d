import { createMeanings, noMeanings } from '@countersign/part-registry/meanings';
import type { RegistryServices } from '@countersign/part-registry/registry-services';
import {
  createReadRegistration,
  type RegistrationSettings,
} from '@countersign/part-registry/services/registration-reader';
import { createServiceRegistry } from '@countersign/part-registry/services/service-registry';
import { startTree } from '@countersign/part-registry/tree/start-tree';
import type { StoreServices } from '@countersign/server/kernel';
import { createModelEmbedder } from '@countersign/server/models/model-embedder';
import type { SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { ServiceOptions } from './options.ts';

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
