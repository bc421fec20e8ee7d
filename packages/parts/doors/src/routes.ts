import type { ZodApp } from '@countersign/server/http/zod-app';
import type { DoorDeps } from './doors-services.ts';
import { registerCalls } from './routes/calls.ts';

/** The routes of coding agents' hooks. */
export function registerDoors(app: ZodApp, deps: DoorDeps): void {
  registerCalls(app, deps);
}
