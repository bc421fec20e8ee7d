import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { registerServiceRegistry } from './endpoint.ts';
import { registerRegistryChanges } from './registry-changes.ts';
import type { RegistryServices } from './registry-services.ts';
import { registerRegistryView } from './registry-view.ts';
import { registerRegistryTree, registerTreeView } from './tree/tree-endpoint.ts';

/** The routes of the registry of services. */
export function registerRegistry(app: ZodApp, deps: Kernel & RegistryServices): void {
  registerServiceRegistry(app, deps);
  registerRegistryChanges(app, deps);
  registerRegistryView(app, deps);
  registerRegistryTree(app, deps);
  registerTreeView(app, deps);
}
