import type { z } from 'zod';
import type { PathNames } from './route.ts';
import { activityRoutes } from './routes/activity.ts';
import { agentsRoutes } from './routes/agents.ts';
import { auditRoutes } from './routes/audit.ts';
import { bulkRoutes } from './routes/bulk.ts';
import { callbacksRoutes } from './routes/callbacks.ts';
import { checksRoutes } from './routes/checks.ts';
import { claimsRoutes } from './routes/claims.ts';
import { commentsRoutes } from './routes/comments.ts';
import { dismissedToolsRoutes } from './routes/dismissed-tools.ts';
import { draftsRoutes } from './routes/drafts.ts';
import { environmentRoutes } from './routes/environment.ts';
import { gatewayRoutes } from './routes/gateway.ts';
import { healthRoutes } from './routes/health.ts';
import { historyRoutes } from './routes/history.ts';
import { knowledgeRoutes } from './routes/knowledge.ts';
import { librariesRoutes } from './routes/libraries.ts';
import { operatorsRoutes } from './routes/operators.ts';
import { policyRoutes } from './routes/policy.ts';
import { presenceRoutes } from './routes/presence.ts';
import { previewRoutes } from './routes/preview.ts';
import { programsRoutes } from './routes/programs.ts';
import { promptsRoutes } from './routes/prompts.ts';
import { questionsRoutes } from './routes/questions.ts';
import { queueRoutes } from './routes/queue.ts';
import { registryRoutes } from './routes/registry.ts';
import { restartRoutes } from './routes/restart.ts';
import { rulesRoutes } from './routes/rules.ts';
import { schemasRoutes } from './routes/schemas.ts';
import { sessionRoutes } from './routes/session.ts';
import { streamRoutes } from './routes/stream.ts';
import { tasksRoutes } from './routes/tasks.ts';
import { timeRoutes } from './routes/time.ts';
import { viewsRoutes } from './routes/views.ts';
import { webhooksRoutes } from './routes/webhooks.ts';

/** Every route of the server. Browsers import only its types; the schemas are used by the server. */
export const routes = {
  ...activityRoutes,
  ...agentsRoutes,
  ...gatewayRoutes,
  ...auditRoutes,
  ...bulkRoutes,
  ...callbacksRoutes,
  ...checksRoutes,
  ...claimsRoutes,
  ...commentsRoutes,
  ...dismissedToolsRoutes,
  ...draftsRoutes,
  ...environmentRoutes,
  ...healthRoutes,
  ...historyRoutes,
  ...knowledgeRoutes,
  ...programsRoutes,
  ...librariesRoutes,
  ...operatorsRoutes,
  ...policyRoutes,
  ...presenceRoutes,
  ...previewRoutes,
  ...promptsRoutes,
  ...questionsRoutes,
  ...queueRoutes,
  ...registryRoutes,
  ...restartRoutes,
  ...rulesRoutes,
  ...schemasRoutes,
  ...sessionRoutes,
  ...streamRoutes,
  ...tasksRoutes,
  ...timeRoutes,
  ...viewsRoutes,
  ...webhooksRoutes,
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
