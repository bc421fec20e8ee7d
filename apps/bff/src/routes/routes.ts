import { registerDesk } from '@countersign/part-desk/routes';
import { registerDoors } from '@countersign/part-doors/routes';
import { registerGatewayRoutes } from '@countersign/part-gateway/routes';
import { registerInsights } from '@countersign/part-insights/routes';
import { registerKnowledge } from '@countersign/part-knowledge/routes';
import { registerMcpAndPrograms } from '@countersign/part-mcp/routes';
import { registerPeople } from '@countersign/part-people/routes';
import { registerRegistry } from '@countersign/part-registry/routes';
import { registerTools } from '@countersign/part-tools/routes';
import type { GuessLimit } from '@countersign/server/guard/guess-limit';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { registerKernel } from '@countersign/server/routes';
import type { AppDeps } from '../app-deps.ts';
import { registerLibraries } from '../libraries/library-routes.ts';
import { registerAgents } from './agents.ts';

/** Every route with its contract. */
export function registerRoutes(app: ZodApp, deps: AppDeps & { guesses: GuessLimit }): void {
  registerKernel(app, deps);
  registerPeople(app, deps);
  registerDesk(app, deps);
  registerRegistry(app, deps);
  registerMcpAndPrograms(app, deps);
  registerDoors(app, deps);
  registerGatewayRoutes(app, deps);
  registerKnowledge(app, deps);
  registerTools(app, deps);
  registerInsights(app, deps);
  registerAgents(app, deps);
  registerLibraries(app, deps);
}
