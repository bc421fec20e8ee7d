import { isApi } from '../http/is-api.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import type { KernelDeps } from '../kernel.ts';
import { noteAudit } from './audit-operations.ts';

/** Refusals of an answer: whose it was, and to which question, is in the audit as well as the answer that won. */
const ofAnswers = /^(prompt-(answered|expired|changed|claimed)|invalid-feedback|unknown-agent)$/;

/** The same refusal is recorded once in this time, with how often it was left out. */
const againMs = 60_000;
const maxKnown = 1_000;

/**
 * Records requests that were refused: without permission, with a wrong secret, and answers that did not count. Who repeats a refused
 * request must not fill the store: a repetition is counted, and recorded with the next entry.
 */
export function registerRefusals(app: ZodApp, { journal, clock }: KernelDeps): void {
  const known = new Map<string, { at: number; leftOut: number }>();
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof ProblemError) || !isApi(request) || journal.readsOnly !== null) return;
    const { slug } = error;
    const { method, identity, programCaller, routeOptions } = request;
    const isGuess =
      slug === 'unauthorized' &&
      (request.headers.authorization !== undefined || routeOptions.url === '/api/session');
    if (!isGuess && slug !== 'forbidden' && !ofAnswers.test(slug)) return;
    const operator =
      identity?.operator.id ?? (programCaller === null ? '' : `program:${programCaller.client.id}`);
    const route = `${method} ${routeOptions.url}`;
    const params = Object(request.params);
    const promptId = ofAnswers.test(slug) ? { promptId: String(params.id ?? '') } : {};
    const key = JSON.stringify([operator, route, slug, promptId]);
    const now = clock.monotonic();
    const before = known.get(key);
    if (before !== undefined && now - before.at < againMs) {
      before.leftOut += 1;
      return;
    }
    if (known.size >= maxKnown) known.clear();
    known.set(key, { at: now, leftOut: 0 });
    const leftOut = before?.leftOut ?? 0;
    const name = identity?.operator.name ?? programCaller?.client.name;
    const entry = {
      ...{ operator, action: 'refused', threadId: null },
      detail: {
        ...{ title: route, problem: slug },
        ...promptId,
        ...(name === undefined ? {} : { by: name }),
        ...(leftOut === 0 ? {} : { leftOut }),
      },
    };
    // The refusal does not wait for it, and stays one if it cannot be written.
    journal.commit(noteAudit, entry).catch((fault: unknown) => request.log.warn(fault));
  });
}
