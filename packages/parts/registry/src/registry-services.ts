import type { Meanings } from './meanings.ts';
import type { ReadRegistration } from './services/registration-reader.ts';
import type { ServiceRegistry } from './services/service-registry.ts';
import type { TreeServices } from './tree/start-tree.ts';

/** The registry of services, and its place in a tree of registries. */
export interface RegistryServices extends Pick<TreeServices, 'registryTree' | 'registryUplink'> {
  /** Where agents are found by what they can do. */
  serviceRegistry: ServiceRegistry;
  readRegistration: ReadRegistration;
  /** What a search knows of the meanings of services. */
  meanings: Meanings;
}
