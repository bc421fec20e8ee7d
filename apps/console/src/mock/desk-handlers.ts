import { logOf } from '@countersign/api/asker';
import { createDecisionsSchema, type DecisionReceipt } from '@countersign/api/bulk';
import type { EditCheck } from '@countersign/api/edit-check';
import { presenceUpdateSchema } from '@countersign/api/presence';
import {
  createCommentSchema,
  createExtensionSchema,
  createSnoozeSchema,
  type Prompt,
} from '@countersign/api/prompt';
import { answerMessage } from '@countersign/upformat/answer-message';
import { upFeedbackSchema } from '@countersign/upformat/message';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { claimFor, comment, extend, recall, see, setClaim, snoozeFor, wake } from './demo-desk.ts';
import type { DemoServer } from './demo-server.ts';
import { notFound, problemResponse } from './problem-response.ts';

const none = () => new HttpResponse(null, { status: 204 });
const invalid = (detail: string) =>
  problemResponse(400, 'invalid-request', 'Invalid request', { detail });
/** Placeholder for the id of the decision. */
const idToCome = '(the id of the decision)';

/** What operators do around a prompt: hold it, put it aside, type, look, take an answer back. */
export const deskHandlers = (server: DemoServer): HttpHandler[] => [
  ...holdingHandlers(server),
  ...timeHandlers(server),
  ...wordHandlers(server),
  bulkHandler(server),
];

/** Looks up what a request is about: not there, or not open any more, is a problem. */
function promptsOf(server: DemoServer) {
  const withPrompt = (id: unknown, use: (prompt: Prompt) => Response) => {
    const prompt = server.prompt(String(id));
    return prompt === null ? notFound() : use(prompt);
  };
  const closed = (prompt: Prompt) =>
    problemResponse(410, 'prompt-expired', 'No longer open', { prompt });
  const withOpen = (id: unknown, use: (prompt: Prompt) => Response) =>
    withPrompt(id, (prompt) => (prompt.state === 'open' ? use(prompt) : closed(prompt)));
  return { withPrompt, withOpen };
}

/** Claim, presence and draft of a prompt. */
function holdingHandlers(server: DemoServer): HttpHandler[] {
  const { house, me } = server;
  const drafts = new Map<string, unknown>();
  const { withPrompt, withOpen } = promptsOf(server);
  return [
    http.post('*/api/prompts/:id/claim', ({ params }) =>
      withOpen(params['id'], (prompt) =>
        HttpResponse.json(claimFor(house, prompt, me, server.policy)),
      ),
    ),
    http.post('*/api/prompts/:id/claim/keep', ({ params }) =>
      withOpen(params['id'], (prompt) =>
        HttpResponse.json(claimFor(house, prompt, me, server.policy)),
      ),
    ),
    http.delete('*/api/prompts/:id/claim', ({ params }) =>
      withPrompt(params['id'], (prompt) => {
        if (prompt.claim) setClaim(house, { prompt, claim: null, change: 'released' });
        return none();
      }),
    ),
    http.get('*/api/presence', () => HttpResponse.json({ items: [] })),
    http.put('*/api/prompts/:id/presence', async ({ params, request }) => {
      const body = presenceUpdateSchema.safeParse(await request.json());
      return withPrompt(params['id'], (prompt) => {
        if (body.success && body.data.mode !== 'gone') see(house, prompt, me);
        return none();
      });
    }),
    http.get('*/api/prompts/:id/draft', ({ params }) =>
      HttpResponse.json(drafts.get(String(params['id'])) ?? null),
    ),
    http.put('*/api/prompts/:id/draft', async ({ params, request }) => {
      const draft: unknown = await request.json();
      return withOpen(params['id'], (prompt) => {
        drafts.set(prompt.id, draft);
        return none();
      });
    }),
    http.delete('*/api/prompts/:id/draft', ({ params }) => {
      drafts.delete(String(params['id']));
      return none();
    }),
  ];
}

/** Putting it off or aside, and taking an answer back. */
function timeHandlers(server: DemoServer): HttpHandler[] {
  const { house, me } = server;
  const { withOpen } = promptsOf(server);
  return [
    http.post('*/api/prompts/:id/snooze', async ({ params, request }) => {
      const body = createSnoozeSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      return withOpen(params['id'], (prompt) =>
        HttpResponse.json(snoozeFor(house, prompt, me, body.data)),
      );
    }),
    http.delete('*/api/prompts/:id/snooze', ({ params }) =>
      withOpen(params['id'], (prompt) => HttpResponse.json(wake(house, prompt))),
    ),
    http.post('*/api/prompts/:id/extension', async ({ params, request }) => {
      const body = createExtensionSchema.safeParse(await request.json());
      return withOpen(params['id'], (prompt) => {
        const extended = body.success ? extend(house, prompt, body.data.expiresAt) : null;
        return extended === null
          ? problemResponse(409, 'extension-not-possible', 'Not possible', { prompt })
          : HttpResponse.json(extended);
      });
    }),
    http.post('*/api/decisions/:id/recall', ({ params }) => {
      const prompt = server.prompts().find(({ decision }) => decision?.id === params['id']);
      if (prompt === undefined) return notFound();
      const recalled = recall(house, prompt);
      return recalled === null
        ? problemResponse(409, 'decision-left', 'It has left', { prompt })
        : HttpResponse.json(recalled);
    }),
  ];
}

/** Comments, and what an answer would be. */
function wordHandlers(server: DemoServer): HttpHandler[] {
  const { house, me } = server;
  const { withPrompt, withOpen } = promptsOf(server);
  return [
    // Nothing is sent from the demo.
    http.post('*/api/prompts/:id/schema', ({ params }) =>
      withOpen(params['id'], () =>
        problemResponse(422, 'schema-not-loaded', 'The schema was not loaded', {
          detail: 'The demo calls no other address.',
        }),
      ),
    ),
    // No question of the recording names a check.
    http.post('*/api/prompts/:id/check', ({ params }) =>
      withOpen(params['id'], () =>
        HttpResponse.json({
          outcome: 'unchecked',
          reason: 'not-offered',
          detail: 'This question offers no check.',
        } satisfies EditCheck),
      ),
    ),
    http.post('*/api/prompts/:id/comments', async ({ params, request }) => {
      const body = createCommentSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      return withOpen(params['id'], (prompt) =>
        HttpResponse.json(comment(house, prompt, me, body.data), { status: 201 }),
      );
    }),
    // The agents of the recording never leave.
    http.post('*/api/prompts/:id/dismissal', ({ params }) =>
      withOpen(params['id'], (prompt) =>
        problemResponse(409, 'prompt-answerable', 'The question can be answered', { prompt }),
      ),
    ),
    // Nor do they call tools that a person answers.
    http.post('*/api/prompts/:id/dismiss-tool', notFound),
    http.post('*/api/prompts/:id/preview', async ({ params, request }) => {
      const body = (await request.json()) as { feedback?: unknown } | null;
      const feedback = upFeedbackSchema.safeParse(body?.feedback);
      if (!feedback.success) return invalid(feedback.error.issues[0]?.message ?? '');
      return withPrompt(params['id'], (prompt) => {
        const message = answerMessage(prompt.message, feedback.data, {
          messageId: idToCome,
          timestamp: new Date(server.now()).toISOString(),
          operator: `operator:${me.id}`,
        });
        const { runId } = prompt;
        const threadId = logOf(prompt);
        const agentId = server.task(threadId)?.agentId;
        const agent = server.agents.find(({ id }) => id === agentId);
        return HttpResponse.json({
          as: 'feedback',
          url: `${agent?.url ?? ''}/feedback`,
          headerNames: agent?.headerNames ?? [],
          body: { threadId, runId, message, idempotencyKey: idToCome },
          waitsFor: [],
        });
      });
    }),
  ];
}

function bulkHandler(server: DemoServer): HttpHandler {
  const given = new Map<string, DecisionReceipt[]>();
  return http.post('*/api/decisions', async ({ request }) => {
    const body = createDecisionsSchema.safeParse(await request.json());
    if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
    const { feedback, idempotencyKey, items } = body.data;
    const receipts = (given.get(idempotencyKey) ??
      items.map(({ promptId, digest, feedback: own = feedback }): DecisionReceipt => {
        const prompt = server.prompt(promptId);
        const missed = { promptId, decision: null, prompt, problem: null };
        if (prompt?.state !== 'open' || own === undefined) return { ...missed, result: 'skipped' };
        if (prompt.digest !== digest) return { ...missed, result: 'changed' };
        const decision = server.decide(prompt, own);
        return { promptId, result: 'done', decision, prompt: null, problem: null };
      })) satisfies DecisionReceipt[];
    given.set(idempotencyKey, receipts);
    return HttpResponse.json({ receipts });
  });
}
