import { say } from '@countersign/api/statements';
import { programOf } from '@countersign/server/guard/guard';
import { goneSignal } from '@countersign/server/http/gone-signal';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { DoorDeps } from '../doors-services.ts';

const found = <State>(state: State | null, id: string): State => {
  if (state === null) throw new ProblemError('not-found', say('door.unknown', { id }));
  return state;
};

/** Held calls: for hooks of coding agents, with the token of a program that asks. */
export function registerCalls(app: ZodApp, { doors }: Pick<DoorDeps, 'doors'>): void {
  serve(app, 'POST /api/door/calls', async (request, reply) => {
    const { isNew, ...state } = await doors.hold(programOf(request), request.body);
    return reply.code(isNew ? 201 : 200).send(state);
  });

  serve(app, 'GET /api/door/calls/:id', async (request, reply) => {
    const { id } = request.params;
    const wait = { ms: request.query.wait * 1_000, signal: goneSignal(reply) };
    return found(await doors.wait(programOf(request), id, wait), id);
  });

  serve(app, 'POST /api/door/calls/:id/take', async (request) =>
    doors.take(programOf(request), request.params.id, request.body),
  );

  serve(app, 'DELETE /api/door/calls/:id', async (request) => {
    const { id } = request.params;
    return found(await doors.withdraw(programOf(request), id), id);
  });

  serve(app, 'POST /api/door/results', async (request) =>
    found(await doors.report(programOf(request), request.body), request.body.key),
  );
}
