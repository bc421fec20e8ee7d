import type { DeskServices } from '@countersign/part-desk/desk-services';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import type { KnowledgeServices } from './knowledge-services.ts';
import { registerExchange } from './routes/exchange-routes.ts';
import { registerMemories } from './routes/memory-routes.ts';
import { registerRetrieval } from './routes/retrieval-routes.ts';
import { registerKnowledgeSettings } from './routes/settings-routes.ts';
import { registerSharing } from './routes/sharing-routes.ts';

/** The routes of knowledge. */
export function registerKnowledge(
  app: ZodApp,
  deps: Kernel & DeskServices & KnowledgeServices,
): void {
  registerExchange(app, deps);
  registerMemories(app, deps);
  registerRetrieval(app, deps);
  registerKnowledgeSettings(app, deps);
  registerSharing(app, deps);
}
