import {
  createRuleSchema,
  enableRuleSchema,
  type RuleList,
  stopRulesSchema,
} from '@countersign/api/rule';
import {
  byAge,
  changedRule,
  type KnownRule,
  newRule,
  type RuleStop,
  rulesInForce,
  switchedRule,
  switchedStop,
} from '@countersign/desk/rule-life';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { tryRule, watchRules } from './demo-rules.ts';
import type { DemoServer } from './demo-server.ts';
import { notFound, problemResponse } from './problem-response.ts';

const invalid = (detail: string) =>
  problemResponse(400, 'invalid-request', 'Invalid request', { detail });

/** Explicit automatic answers: they are tried, switched, and answer what the recording asks. */
export function ruleHandlers(server: DemoServer): HttpHandler[] {
  const { house, me } = server;
  const rules = new Map<string, KnownRule>();
  let stop: RuleStop = { stopped: null, since: 0 };
  const list = (): RuleList => ({
    items: [...rules.values()].toSorted(byAge),
    nextCursor: null,
    stopped: stop.stopped,
  });
  const put = (rule: KnownRule): KnownRule => {
    rules.set(rule.id, rule);
    return rule;
  };
  const withRule = <Answer>(id: unknown, use: (rule: KnownRule) => Answer) => {
    const rule = rules.get(String(id));
    return rule === undefined ? notFound() : use(rule);
  };
  const now = () => server.now();
  const byMe = () => ({ name: me.name, at: now() });
  watchRules(
    house,
    () => rulesInForce([...rules.values()], stop, now()),
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
  return [
    http.get('*/api/rules', () => HttpResponse.json(list())),
    http.post('*/api/rules', async ({ request }) => {
      const body = createRuleSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      return HttpResponse.json(put(newRule(house.ports.createId(), body.data, byMe())), {
        status: 201,
      });
    }),
    http.put('*/api/rules/stopped', async ({ request }) => {
      const body = stopRulesSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      stop = switchedStop(stop, body.data.stopped, byMe());
      return HttpResponse.json(list());
    }),
    http.put('*/api/rules/:id', async ({ params, request }) => {
      const body = createRuleSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      return withRule(params['id'], (rule) =>
        HttpResponse.json(put(changedRule(rule, body.data, byMe()))),
      );
    }),
    http.delete('*/api/rules/:id', ({ params }) =>
      rules.delete(String(params['id'])) ? new HttpResponse(null, { status: 204 }) : notFound(),
    ),
    http.post('*/api/rules/:id/dry-run', ({ params }) =>
      withRule(params['id'], async (rule) => {
        const dryRun = await tryRule(house, rule, server.policy);
        put({ ...rule, dryRun });
        return HttpResponse.json(dryRun);
      }),
    ),
    http.post('*/api/rules/:id/enabled', async ({ params, request }) => {
      const body = enableRuleSchema.safeParse(await request.json());
      if (!body.success) return invalid(body.error.issues[0]?.message ?? '');
      return withRule(params['id'], (rule) => {
        const switched = switchedRule(rule, body.data, now());
        if (switched === 'changed')
          return problemResponse(409, 'rule-changed', 'The rule has changed', { rule });
        if (switched === 'untried')
          return problemResponse(409, 'dry-run-needed', 'Try the rule first');
        if (switched === 'expired') return invalid('The rule is over.');
        return HttpResponse.json(put(switched));
      });
    }),
  ];
}
