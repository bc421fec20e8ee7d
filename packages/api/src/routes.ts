import type { z } from 'zod';
import { administrationRoutes } from './routes/administration.ts';
import { agentsRoutes } from './routes/agents.ts';
import { auditRoutes } from './routes/audit.ts';
import { doorsRoutes } from './routes/doors.ts';
import { environmentRoutes } from './routes/environment.ts';
import { gatewayRoutes } from './routes/gateway.ts';
import { insightsRoutes } from './routes/insights.ts';
import { knowledgeRoutes } from './routes/knowledge.ts';
import { peopleRoutes } from './routes/people.ts';
import { policyRoutes } from './routes/policy.ts';
import { promptsRoutes } from './routes/prompts.ts';
import { questionsRoutes } from './routes/questions.ts';
import { registryRoutes } from './routes/registry.ts';
import type { PathNames } from './routes/route.ts';
import { rulesRoutes } from './routes/rules.ts';
import { sessionRoutes } from './routes/session.ts';
import { tasksRoutes } from './routes/tasks.ts';

/** The routes of each area; an area has its own description (`/api/openapi/{area}.json`). */
export const routesByArea = {
  administration: administrationRoutes,
  agents: agentsRoutes,
  doors: doorsRoutes,
  audit: auditRoutes,
  environment: environmentRoutes,
  gateway: gatewayRoutes,
  insights: insightsRoutes,
  knowledge: knowledgeRoutes,
  people: peopleRoutes,
  policy: policyRoutes,
  prompts: promptsRoutes,
  questions: questionsRoutes,
  registry: registryRoutes,
  rules: rulesRoutes,
  session: sessionRoutes,
  tasks: tasksRoutes,
};
export type Area = keyof typeof routesByArea;

/** Every route of the server. Browsers import only its types; the schemas are used by the server. */
export const routes = {
  ...routesByArea.administration,
  ...routesByArea.agents,
  ...routesByArea.doors,
  ...routesByArea.audit,
  ...routesByArea.environment,
  ...routesByArea.gateway,
  ...routesByArea.insights,
  ...routesByArea.knowledge,
  ...routesByArea.people,
  ...routesByArea.policy,
  ...routesByArea.prompts,
  ...routesByArea.questions,
  ...routesByArea.registry,
  ...routesByArea.rules,
  ...routesByArea.session,
  ...routesByArea.tasks,
};

export type RouteName = keyof typeof routes;
type Contract<Name extends RouteName> = (typeof routes)[Name];

/** The path's parameters, by name. */
export type RouteParams<Name extends RouteName> = Record<PathNames<Name>, string>;

/** Everything in a URL is text; callers pass booleans as booleans. */
type Sent<Value> = Value extends `${boolean}` ? boolean : Value;
export type RouteQuery<Name extends RouteName> =
  Contract<Name> extends { query: infer Query extends z.ZodType }
    ? { [Key in keyof z.input<Query>]: Sent<z.input<Query>[Key]> }
    : never;

/** The request body, sent as JSON. */
export type RouteBody<Name extends RouteName> =
  Contract<Name> extends { body: infer Body extends z.ZodType } ? z.input<Body> : never;

/** The response if there is no problem: `undefined` = empty, `unknown` = no schema. */
export type RouteAnswer<Name extends RouteName> =
  Contract<Name> extends { answers: infer Answers } ? Answer<Answers[keyof Answers]> : unknown;
type Answer<Schema> = Schema extends z.ZodNull
  ? undefined
  : Schema extends z.ZodType
    ? z.output<Schema>
    : never;
