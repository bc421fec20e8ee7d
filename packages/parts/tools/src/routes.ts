import type { DeskServices } from '@countersign/part-desk/desk-services';
import type { McpServices } from '@countersign/part-mcp/mcp-services';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { HttpSide, Kernel } from '@countersign/server/kernel';
import { registerArtifacts } from './signifiers/artifact-routes.ts';
import { registerCalls } from './signifiers/call-routes.ts';
import { registerExposure } from './signifiers/exposure/endpoint.ts';
import { registerGrants } from './signifiers/grant-routes.ts';
import { registerProfiles } from './signifiers/profile-routes.ts';
import { registerSignifiers } from './signifiers/signifier-routes.ts';
import type { ToolServices } from './tool-services.ts';

/** The routes of what agents are offered. */
export function registerTools(
  app: ZodApp,
  deps: Kernel & HttpSide & DeskServices & McpServices & ToolServices,
): void {
  registerArtifacts(app, deps);
  registerCalls(app, deps);
  registerExposure(app, deps);
  registerGrants(app, deps);
  registerProfiles(app, deps);
  registerSignifiers(app, deps);
}
