import { RelayRefusal } from '@countersign/adapters/relay/neutral';
import { say } from '@countersign/adapters/relay/relay-statements';
import type { ServiceRegistry } from '@countersign/part-registry/services/service-registry';
import type { TreeKeeper } from '@countersign/part-registry/tree/tree-keeper';
import type { Service } from '@countersign/uap/model/service';

/** Where the gateway finds services. */
export interface ServiceSources {
  serviceRegistry: Pick<ServiceRegistry, 'services'>;
  registryTree: Pick<TreeKeeper, 'services'>;
}

/** The instances of a service that can be called, and those below this registry whose registry is not there. */
interface Instances {
  here: Service[];
  /** Ids of registries that have it, and have not reported for a time. */
  silent: string[];
}

/**
 * The instances of a service: those that are registered here, or, if there are none, those of the registries below this one. A
 * service registered here has the name: a registry below cannot take its calls over.
 */
export function instancesOf(
  { serviceRegistry, registryTree }: ServiceSources,
  name: string,
): Instances {
  const own = serviceRegistry.services(name);
  if (own.length > 0) return { here: own, silent: [] };
  const below = registryTree.services([]).filter((service) => service.name === name);
  return {
    here: below.filter(({ stale }) => !stale),
    silent: [...new Set(below.flatMap((one) => (one.stale ? [one.origin_registry] : [])))],
  };
}

/**
 * The instances that can be called now.
 *
 * @throws {RelayRefusal} with the reason why there is none.
 */
export function healthyInstances({ here, silent }: Instances, name: string): Service[] {
  if (here.length === 0) throw silent.length === 0 ? unknownService(name) : isSilent(name, silent);
  const healthy = here.filter((service) => service.health_status !== 'unhealthy');
  if (healthy.length > 0) return healthy;
  throw new RelayRefusal('internal', say('relay.unhealthy', { name }));
}

export const unknownService = (name: string): RelayRefusal =>
  new RelayRefusal('bad-params', say('relay.no-service', { name: name.slice(0, 200) }));

const isSilent = (name: string, registries: readonly string[]): RelayRefusal =>
  new RelayRefusal('internal', say('relay.silent', { name, registries }));
