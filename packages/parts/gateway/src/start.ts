import { deskExtensions } from '@countersign/part-desk/desk-extension';
import type { DeskServices } from '@countersign/part-desk/desk-services';
import type { RegistryServices } from '@countersign/part-registry/registry-services';
import type { PartKernel, StartedPart } from '@countersign/server/part';
import { createApprovalAnswerer } from './approvals.ts';
import { createGateway, type GatewayServices } from './gateway.ts';
import { registerGatewayRoutes } from './routes.ts';
import { withService } from './service-of-agent.ts';

export interface GatewaySettings {
  /** Whether clients of MCP can do with agents of A2A only what the published table has. Default false. */
  strictGateway?: boolean;
}

export function prepareGateway(kernel: PartKernel, { strictGateway = false }: GatewaySettings) {
  const approvals = createApprovalAnswerer();
  let services: RegistryServices | null = null;
  deskExtensions.add(kernel, {
    answerers: [approvals],
    describeAgents: (agents) => (services === null ? [...agents] : withService(agents, services)),
  });

  return async ({
    desk,
    registry,
  }: {
    desk: DeskServices;
    registry: RegistryServices;
  }): Promise<StartedPart<GatewayServices>> => {
    services = registry;
    const deps = { ...kernel, ...desk, ...registry };
    const gateway = createGateway(deps, { approvals, strict: strictGateway });
    return {
      gives: { gateway },
      // Those that follow a task would be waited for until it waits or ends.
      dismiss: gateway.close,
      close: gateway.close,
      routes: (app, http) => registerGatewayRoutes(app, { ...deps, ...http, gateway }),
    };
  };
}
