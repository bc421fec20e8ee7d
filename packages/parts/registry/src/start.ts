import { createSafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { PartKernel, StartedPart } from '@countersign/server/part';
import { pastDamage } from '@countersign/server/start-parts';
import { createMeanings, noMeanings } from './meanings.ts';
import type { RegistryServices } from './registry-services.ts';
import { registerRegistry } from './routes.ts';
import {
  createReadRegistration,
  type RegistrationSettings,
} from './services/registration-reader.ts';
import { createServiceRegistry } from './services/service-registry.ts';
import { startTree, type TreeSettings } from './tree/start-tree.ts';

export interface RegistrySettings {
  /** How registrations are read. */
  registration?: RegistrationSettings;
  /** The place in a tree of registries. */
  tree?: TreeSettings;
}

export function prepareRegistry(kernel: PartKernel, settings: RegistrySettings) {
  const { clock, report, random, embedder } = kernel;
  const { registration = { strict: false, allow: [] }, tree } = settings;
  const fetch = createSafeFetch({ clock, allowed: registration.allow });

  return async (): Promise<StartedPart<RegistryServices>> => {
    const serviceRegistry = createServiceRegistry({ ...kernel, fetch });
    const { textOf } = serviceRegistry;
    const meanings =
      embedder === null ? noMeanings : createMeanings(embedder, { textOf, clock, report });
    const stopMeanings = serviceRegistry.onChange(meanings.changed);
    await pastDamage(report, 'registered services', serviceRegistry.recover);
    const { closeTree, ...places } = startTree(kernel, { settings: tree, serviceRegistry, random });
    const { registryTree } = places;
    await pastDamage(report, 'registries below this one', registryTree.recover);
    const readRegistration = createReadRegistration(fetch, registration);
    const gives = { ...places, serviceRegistry, meanings, readRegistration };
    return {
      gives,
      takeUp: { 'leases of services': serviceRegistry.beginLeases },
      afterOutage: {
        async 'registered services'() {
          serviceRegistry.beginLeases();
          await serviceRegistry.settleDoubts();
        },
      },
      // Those that follow a list would be waited for until the list changes.
      dismiss: serviceRegistry.dismiss,
      async close() {
        stopMeanings();
        meanings.close();
        closeTree();
        await serviceRegistry.close();
      },
      routes: (app) => registerRegistry(app, { ...kernel, ...gives }),
    };
  };
}
