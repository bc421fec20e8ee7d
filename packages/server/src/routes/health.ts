import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { confirmWrite } from '../journal/write-operation.ts';
import type { KernelDeps } from '../kernel.ts';
import { StoreUnavailableError } from '../store/faults/store-fault.ts';

/** A store that has not confirmed a write for so long is away, even if it reports nothing. */
const patienceMs = 5_000;
/** The store retries every second: an earlier request is of no use. */
const retryAfterMs = 2_000;

/** For monitoring of the process: without signing in, and without the prefix. While the server starts, the front door answers. */
export function registerHealth(app: ZodApp, deps: KernelDeps): void {
  const { journal, clock } = deps;
  const store = () => journal.state();
  const away = (reason: string | WrittenStatement) =>
    new ProblemError(
      'not-ready',
      say('health.store-away', { reason }),
      { state: 'store-away', store: store() },
      retryAfterMs,
    );

  serve(app, 'GET /health', async () => ({ status: 'ok' as const, store: store() }));
  serve(app, 'GET /health/live', async () => ({ status: 'ok' as const }));
  serve(app, 'GET /health/ready', async () => {
    if (deps.isDraining()) {
      throw new ProblemError('not-ready', say('health.draining'), { state: 'draining' });
    }
    let cancel = () => {};
    const silent = new Promise<never>((_, reject) => {
      const waited = say('health.store-silent', { seconds: patienceMs / 1_000 });
      cancel = clock.schedule(() => reject(away(waited)), patienceMs);
    });
    // A write: a store may be readable and yet refuse it.
    const written = journal.commit(confirmWrite, null).catch((error: Error) => {
      throw away(error instanceof StoreUnavailableError ? error.reason : error.message);
    });
    await Promise.race([written, silent]).finally(cancel);
    return { status: 'ok' as const, store: store() };
  });
}
