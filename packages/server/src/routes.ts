import { registerRefusals } from './audit/refusals.ts';
import type { ZodApp } from './http/zod-app.ts';
import type { KernelDeps } from './kernel.ts';
import { registerAudit } from './routes/audit.ts';
import { registerHealth } from './routes/health.ts';
import { registerStream } from './routes/stream.ts';

/** The routes of the kernel. */
export function registerKernel(app: ZodApp, deps: KernelDeps): void {
  registerRefusals(app, deps);
  registerAudit(app, deps);
  registerHealth(app, deps);
  registerStream(app, deps);
}
