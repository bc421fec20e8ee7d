import { say } from '@countersign/api/statements';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { DeskDeps } from '../../desk-services.ts';

/**
 * Reports of agents that a run has progressed. Their content is not used: the run is read again from the agent itself, so a
 * report can neither forge an event nor repeat one.
 */
export function registerCallbacks(app: ZodApp, { callbacks, runs }: DeskDeps): void {
  // The media type of A2A 1.0; what is in it is not needed.
  app.addContentTypeParser('application/a2a+json', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, null),
  );
  serve(app, 'POST /api/callbacks/:runId', async (request, reply) => {
    const { runId } = request.params;
    const token = request.headers['x-a2a-notification-token'];
    if (typeof token !== 'string' || !callbacks.accepts(runId, token)) {
      throw new ProblemError('unauthorized', say('callback.no-token'));
    }
    runs.nudge(runId);
    return reply.code(204).send(null);
  });
}
