import type { Meanings } from './uap/meanings.ts';
import type { ReadRegistration } from './uap/registration-reader.ts';
import type { ServiceRegistry } from './uap/service-registry.ts';
import type { TreeServices } from './uap/start-tree.ts';

/** The registry of services, and its place in a tree of registries. */
export interface RegistryServices extends Pick<TreeServices, 'registryTree' | 'registryUplink'> {
  /** Where agents are found by what they can do. */
  serviceRegistry: ServiceRegistry;
  readRegistration: ReadRegistration;
  /** What a search knows of the meanings of services. */
  meanings: Meanings;
}
