import type { HttpQuestion } from '@countersign/adapters/program/http-question';
import type { ReviseQuestion } from '@countersign/api/prompts/question';
import { say } from '@countersign/api/statements';
import { programOf } from '@countersign/server/guard/guard';
import { bodyHash } from '@countersign/server/http/body-hash';
import { goneSignal } from '@countersign/server/http/gone-signal';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { FastifyRequest } from 'fastify';
import type { McpDeps } from '../mcp-services.ts';
import { askOf, faultsOf, faulty, problemOf, questionOf } from '../programs/http-questions.ts';
import { questionStatusOf } from '../programs/records.ts';

type Deps = Pick<McpDeps, 'programQuestions' | 'webhooks'>;

/** Questions over HTTP: for programs that do not stream. */
export function registerQuestions(app: ZodApp, deps: Deps): void {
  const { programQuestions: questions, webhooks } = deps;
  const shown = (found: Parameters<typeof questionOf>[0]) => questionOf(found, webhooks.origin());
  const existing = async (request: FastifyRequest, id: string) => {
    const found = await questions.look(programOf(request), id);
    if (found === null) throw unknown(id);
    return found;
  };

  serve(app, 'POST /api/questions', async (request, reply) => {
    const { body } = request;
    const faults = faultsOf(body, webhooks.objectionTo);
    if (faults.length > 0) throw faulty(faults);
    const asked = await questions.ask({
      ...askOf(body),
      ...{ client: programOf(request), via: 'http', task: body.task ?? null, session: '' },
      key: keyOf(request),
      bodyHash: bodyHash(body),
    });
    if ('fault' in asked) throw problemOf(asked, body);
    return reply.code(asked.isNew ? 201 : 200).send(shown(await existing(request, asked.id)));
  });

  serve(app, 'GET /api/questions/:id', async (request, reply) => {
    const { id } = request.params;
    const wait = { ms: request.query.wait * 1_000, signal: goneSignal(reply) };
    const found = await questions.wait(programOf(request), id, wait);
    if (found === null) throw unknown(id);
    return shown(found);
  });

  serve(app, 'PATCH /api/questions/:id', async (request) => {
    const found = await existing(request, request.params.id);
    const before: HttpQuestion = JSON.parse(found.row.request ?? '{"ask":""}');
    const revised = merged(before, request.body);
    const faults = faultsOf(revised, () => null);
    if (faults.length > 0) throw faulty(faults);
    const isKept = request.body.expiresIn === undefined;
    const keptExpiry = isKept ? found.prompt.expiresAt : null;
    const outcome = await questions.revise(programOf(request), found, askOf(revised, keptExpiry));
    if (outcome === false) throw new ProblemError('prompt-expired', say('question.not-open'));
    if (outcome !== true) throw problemOf(outcome, revised);
    return shown(await existing(request, request.params.id));
  });

  serve(app, 'DELETE /api/questions/:id', async (request) => {
    const { id } = request.params;
    await existing(request, id);
    await questions.withdraw(programOf(request), id, say('closed.program-withdrew').text);
    return shown(await existing(request, id));
  });

  serve(app, 'POST /api/questions/:id/result', async (request) => {
    const found = await existing(request, request.params.id);
    if (questionStatusOf(found.prompt).kind === 'open') {
      throw new ProblemError('prompt-answerable', say('question.open'));
    }
    await questions.report(programOf(request), found, request.body);
    return shown(await existing(request, request.params.id));
  });
}

const unknown = (id: string) => new ProblemError('not-found', say('question.unknown', { id }));

/** The program's own id of a question; null = it has none. */
function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new ProblemError('invalid-request', say('question.key'));
  }
  return key;
}

/** `null` takes a member away; without a text a question would ask nothing. */
function merged(before: HttpQuestion, change: ReviseQuestion): HttpQuestion {
  const kept = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(kept), ask: change.ask ?? before.ask };
}
