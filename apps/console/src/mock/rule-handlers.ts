import {
  type CreateRule,
  createRuleSchema,
  enableRuleSchema,
  type Rule,
  type RuleList,
  stopRulesSchema,
} from '@countersign/api/rule';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { tryRule, watchRules } from './demo-rules.ts';
import type { DemoServer } from './demo-server.ts';
import { notFound, problemResponse } from './problem-response.ts';

const invalid = (detail: string) =>
  problemResponse(400, 'invalid-request', 'Invalid request', { detail });

/** Explicit automatic answers: they are tried, switched, and answer what the recording asks. */
export function ruleHandlers(server: DemoServer): HttpHandler[] {
  const { house, me } = server;
  const rules = new Map<string, Rule>();
  let stopped: RuleList['stopped'] = null;
  const list = (): RuleList => ({ items: [...rules.values()], nextCursor: null, stopped });
  const put = (rule: Rule): Rule => {
    rules.set(rule.id, rule);
    return rule;
  };
  const withRule = (id: unknown, use: (rule: Rule) => Response) => {
    const rule = rules.get(String(id));
    return rule === undefined ? notFound() : use(rule);
  };
  const now = () => server.now();
  watchRules(
    house,
    () =>
      stopped === null
        ? list().items.filter(({ enabled, expiresAt }) => enabled && expiresAt > now())
        : [],
    (rule) => {
      const { answered, answeredByVersion = 0 } = rule;
      put({
        ...rule,
        answered: answered + 1,
        answeredByVersion: answeredByVersion + 1,
        lastAnsweredAt: now(),
      });
    },
  );
  const made = (body: CreateRule): Rule => ({
    ...body,
    id: house.ports.createId(),
    version: 1,
    enabled: false,
    createdBy: me.name,
    createdAt: now(),
    updatedAt: now(),
    updatedBy: me.name,
    answered: 0,
    answeredByVersion: 0,
    lastAnsweredAt: null,
    dryRun: null,
  });
  const changed = (rule: Rule, body: CreateRule): Rule => ({
    ...rule,
    ...body,
    version: rule.version + 1,
    enabled: false,
    answeredByVersion: 0,
    updatedAt: now(),
    updatedBy: me.name,
    dryRun: null,
  });
  return [
    http.get('*/api/rules', () => HttpResponse.json(list())),
    http.post('*/api/rules', async ({ request }) => {
      const body = createRuleSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      return HttpResponse.json(put(made(body.data)), { status: 201 });
    }),
    http.put('*/api/rules/stopped', async ({ request }) => {
      const body = stopRulesSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      stopped = body.data.stopped ? { at: now(), by: me.name } : null;
      return HttpResponse.json(list());
    }),
    http.put('*/api/rules/:id', async ({ params, request }) => {
      const body = createRuleSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      return withRule(params['id'], (rule) => HttpResponse.json(put(changed(rule, body.data))));
    }),
    http.delete('*/api/rules/:id', ({ params }) =>
      rules.delete(String(params['id'])) ? new HttpResponse(null, { status: 204 }) : notFound(),
    ),
    http.post('*/api/rules/:id/dry-run', ({ params }) =>
      withRule(params['id'], (rule) => {
        const dryRun = tryRule(house, rule);
        put({ ...rule, dryRun });
        return HttpResponse.json(dryRun);
      }),
    ),
    http.post('*/api/rules/:id/enabled', async ({ params, request }) => {
      const body = enableRuleSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      const { enabled, version } = body.data;
      return withRule(params['id'], (rule) => {
        if (enabled && rule.version !== version) {
          return problemResponse(409, 'rule-changed', 'The rule has changed', { rule });
        }
        if (enabled && rule.dryRun?.version !== version) {
          return problemResponse(409, 'dry-run-needed', 'Try the rule first');
        }
        return HttpResponse.json(put({ ...rule, enabled }));
      });
    }),
  ];
}
