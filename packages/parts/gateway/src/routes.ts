import type { DeskServices } from '@countersign/part-desk/desk-services';
import type { RegistryServices } from '@countersign/part-registry/registry-services';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { HttpSide, Kernel } from '@countersign/server/kernel';
import { registerGateway } from './endpoint.ts';
import type { GatewayServices } from './gateway.ts';
import { registerGatewayPolicies } from './policy-routes.ts';

/** The routes of the gateway. */
export function registerGatewayRoutes(
  app: ZodApp,
  deps: Kernel & HttpSide & DeskServices & RegistryServices & GatewayServices,
): void {
  registerGateway(app, deps);
  registerGatewayPolicies(app, deps);
}
