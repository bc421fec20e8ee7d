import type { Operator } from '@countersign/api/operator';
import type { DeskServices } from '@countersign/part-desk/desk-services';
import type { ClientProtocol } from '@countersign/part-desk/relayed/relay-record';
import type { RegistryServices } from '@countersign/part-registry/registry-services';
import type { Kernel } from '@countersign/server/kernel';

/** What the gateway works with. */
export type GatewayDeps = Pick<Kernel, 'journal' | 'clock' | 'createId' | 'snapshots' | 'auth'> &
  Pick<
    DeskServices,
    | 'registry'
    | 'protocols'
    | 'runs'
    | 'runInputs'
    | 'controls'
    | 'dispatcher'
    | 'askers'
    | 'introductions'
  > &
  Pick<RegistryServices, 'serviceRegistry' | 'registryTree'>;

/** A task as its caller names it. */
export interface TaskPlace {
  agent: string;
  taskId: string;
}

/** A call of a client: who, and in which protocol. */
export interface Calling {
  caller: Operator;
  protocol: ClientProtocol;
}
