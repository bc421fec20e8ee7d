import { createDecisionSchema, type Prompt } from '@countersign/api/prompt';
import { wireRowOf } from '@countersign/api/prompt-row';
import type { QueueValues } from '@countersign/api/queue';
import { createControlSchema, createMessageSchema, createTaskSchema } from '@countersign/api/task';
import { compareInQueue } from '@countersign/desk/urgency';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { demoText } from '../text/demo.ts';
import { agentHandlers } from './agent-handlers.ts';
import type { DemoServer } from './demo-server.ts';
import { deskHandlers } from './desk-handlers.ts';
import { environmentHandlers } from './environment-handlers.ts';
import { gatewayHandlers } from './gateway-handlers.ts';
import { historyHandlers } from './history-handlers.ts';
import { knowledgeHandlers } from './knowledge-handlers.ts';
import { knowledgeSharingHandlers } from './knowledge-sharing-handlers.ts';
import { notFound, problemResponse } from './problem-response.ts';
import { registryHandlers } from './registry-handlers.ts';
import { ruleHandlers } from './rule-handlers.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { streamHandler } from './stream-handler.ts';

const page = (items: unknown[]) => HttpResponse.json({ items, nextCursor: null });
const invalid = (detail: string) =>
  problemResponse(422, 'invalid-request', 'Invalid request', { detail });

/** How many prompts are open for each agent, or each task, with one of them; the most first. */
function openOf(prompts: readonly Prompt[], by: 'agentId' | 'taskId') {
  const open = new Map<string, { id: string; prompt: Prompt; open: number }>();
  for (const prompt of prompts) {
    const id = prompt[by] ?? '';
    open.set(id, { id, prompt, open: (open.get(id)?.open ?? 0) + 1 });
  }
  return [...open.values()].sort((left, right) => right.open - left.open);
}

/** The whole interface that the console uses, answered by the demo server. Also the server of component tests. */
export function demoHandlers(server: DemoServer): HttpHandler[] {
  return [
    http.get('*/api/me', () => HttpResponse.json(server.me)),
    http.post('*/api/session', () => HttpResponse.json({ ...server.me, proof: 'demo' })),
    http.delete('*/api/session', () => new HttpResponse(null, { status: 204 })),
    ...agentHandlers(server),
    ...taskHandlers(server),
    ...promptHandlers(server),
    ...historyHandlers(server),
    ...deskHandlers(server),
    ...settingsHandlers(server),
    ...registryHandlers(server),
    ...gatewayHandlers(),
    ...environmentHandlers(),
    ...knowledgeHandlers(server),
    ...knowledgeSharingHandlers(server),
    ...ruleHandlers(server),
    streamHandler(server),
    http.get('*/api/*', notFound),
  ];
}

function taskHandlers(server: DemoServer): HttpHandler[] {
  return [
    http.get('*/api/tasks', () => page(server.tasks().sort((a, b) => b.updatedAt - a.updatedAt))),
    http.post('*/api/tasks', async ({ request }) => {
      const body = createTaskSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      if (body.data.agentId !== server.tasks()[0]?.agentId) {
        return problemResponse(422, 'unknown-agent', 'This agent cannot be started here', {
          detail: demoText.noNetwork,
        });
      }
      return HttpResponse.json(server.start(body.data), { status: 201 });
    }),
    http.get('*/api/tasks/:id', ({ params }) => {
      const task = server.task(String(params['id']));
      return task ? HttpResponse.json(task) : notFound();
    }),
    http.post('*/api/tasks/:id/messages', async ({ params, request }) => {
      const taskId = String(params['id']);
      const body = createMessageSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      const said = server.say(taskId, body.data.content);
      return said ? HttpResponse.json(said, { status: 202 }) : notFound();
    }),
    // Messages reach the recorded agents at once: none can be taken back.
    http.delete('*/api/tasks/:id/messages/:messageId', () =>
      problemResponse(409, 'message-left', 'The message has already been sent'),
    ),
    http.post('*/api/tasks/:id/status', ({ params }) => {
      const task = server.task(String(params['id']));
      if (!task) return notFound();
      return problemResponse(409, 'control-not-possible', 'It cannot be asked', {
        detail: 'A recorded agent does not report the status of its runs.',
      });
    }),
    http.post('*/api/tasks/:id/control', async ({ params, request }) => {
      const taskId = String(params['id']);
      const body = createControlSchema.safeParse(await request.json());
      const task = server.task(taskId);
      if (!task) return notFound();
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      if (task.endedAt !== null) {
        return problemResponse(409, 'control-not-possible', 'The run has ended', {
          detail: 'There is nothing left to control.',
        });
      }
      const control = server.control(taskId, body.data.action, body.data.reason ?? null);
      if (!control) return notFound();
      return HttpResponse.json(
        { controlId: control.id, state: control.state, control },
        { status: 202 },
      );
    }),
  ];
}

function promptHandlers(server: DemoServer): HttpHandler[] {
  const given = new Map<string, unknown>();
  const conflict = (prompt: Prompt) =>
    prompt.state === 'answered'
      ? problemResponse(409, 'prompt-answered', 'Already answered', { prompt })
      : problemResponse(410, 'prompt-expired', 'No longer open', { prompt });
  return [
    http.get('*/api/queue', ({ request }) => {
      const search = new URL(request.url).searchParams;
      const fits = (name: string, value: string) => [null, value].includes(search.get(name));
      const after = Number(search.get('closedAfter') ?? 0);
      const show = search.get('show');
      const ids = search.get('ids')?.split(',');
      const isShown = ({ id, state, seen, decision }: Prompt) => {
        if (ids !== undefined) return ids.includes(id);
        if (show === 'unseen') return seen === null && decision?.by.kind === 'default';
        return show === 'closed' ? state !== 'open' : state === (show ?? 'open');
      };
      const words = (search.get('q') ?? '').toLowerCase();
      const found = server
        .prompts()
        .filter(
          (prompt) =>
            isShown(prompt) &&
            fits('task', prompt.taskId ?? '') &&
            (prompt.id === words || prompt.ask.toLowerCase().includes(words)) &&
            (after === 0 || (prompt.closedAt ?? 0) > after),
        );
      const ordered = found.toSorted(
        show === null
          ? compareInQueue
          : (left, right) => (right.closedAt ?? 0) - (left.closedAt ?? 0),
      );
      return page(ordered.map(wireRowOf));
    }),
    http.get('*/api/queue/counts', () => {
      const open = server.prompts().filter(({ state }) => state === 'open');
      const blocking = open.filter((prompt) => prompt.blocking).length;
      const none = { waiting: blocking, unseen: 0, critical: 0, mine: 0, due: 0, snoozed: 0 };
      return HttpResponse.json({ blocking, followup: open.length - blocking, ...none });
    }),
    http.get('*/api/queue/values', () => {
      const open = server.prompts().filter(({ state }) => state === 'open');
      const values = { agents: openOf(open, 'agentId'), tasks: openOf(open, 'taskId') };
      return HttpResponse.json({
        agents: values.agents.map(({ prompt, ...each }) => ({ ...each, name: prompt.agentName })),
        tasks: values.tasks.map(({ prompt, ...each }) => ({
          ...each,
          title: prompt.taskTitle ?? '',
        })),
      } satisfies QueueValues);
    }),
    http.get('*/api/prompts', ({ request }) => {
      const ids = new URL(request.url).searchParams.get('ids')?.split(',');
      return page(server.prompts().filter(({ id }) => ids?.includes(id) ?? true));
    }),
    http.get('*/api/prompts/:id', ({ params }) => {
      const prompt = server.prompt(String(params['id']));
      return prompt ? HttpResponse.json(prompt) : notFound();
    }),
    http.post('*/api/prompts/:id/decisions', async ({ params, request }) => {
      const prompt = server.prompt(String(params['id']));
      const body = createDecisionSchema.safeParse(await request.json());
      if (!prompt) return notFound();
      if (!body.success) {
        const errors = body.error.issues.map(({ path, message }) => ({
          path: `/${path.join('/')}`,
          message,
        }));
        return problemResponse(422, 'invalid-feedback', 'This answer is not valid', { errors });
      }
      const before = given.get(body.data.idempotencyKey);
      if (before !== undefined) return HttpResponse.json(before, { status: 201 });
      if (prompt.state !== 'open') return conflict(prompt);
      if (prompt.digest !== body.data.digest) {
        return problemResponse(412, 'prompt-changed', 'Changed since it was shown', { prompt });
      }
      const decision = server.decide(prompt, body.data.feedback);
      const answer = { decisionId: decision.id, state: decision.state, decision };
      given.set(body.data.idempotencyKey, answer);
      return HttpResponse.json(answer, { status: 201 });
    }),
  ];
}
