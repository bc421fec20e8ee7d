import { type RouteName, routes } from '@countersign/api/routes';
import type { PathNames, RouteContract } from '@countersign/api/routes/route';
import type {} from '@fastify/rate-limit';
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifySchema,
  HTTPMethods,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ZodApp } from './zod-app.ts';

type Contract<Name extends RouteName> = (typeof routes)[Name];

/** A contract in Fastify's types. */
type SchemaOf<Name extends RouteName> = {
  params: z.ZodObject<Record<PathNames<Name>, z.ZodString>>;
} & (Contract<Name> extends { query: infer Query } ? { querystring: Query } : unknown) &
  (Contract<Name> extends { body: infer Body } ? { body: Body } : unknown) &
  (Contract<Name> extends { answers: infer Answers } ? { response: Answers } : unknown);

type Handler<Schema extends FastifySchema> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  ContextConfigDefault,
  Schema,
  ZodTypeProvider,
  FastifyBaseLogger
>;

/** Serves a route by its contract: requests are checked by it, and responses must conform to it. */
export function serve<Name extends RouteName>(
  app: ZodApp,
  name: Name,
  handler: Handler<SchemaOf<Name>>,
  config: Pick<FastifyContextConfig, 'rateLimit'> = {},
): void {
  const contract: RouteContract = routes[name];
  const [method = '', url = ''] = name.split(' ');
  const { role, registrants, auditors, programs, query, body, answers } = contract;
  const names = [...url.matchAll(/:(\w+)/g)].map(([, id = '']) => id);
  app.route({
    method: method as HTTPMethods,
    url,
    config: {
      ...config,
      ...(role === undefined ? {} : { role }),
      ...(registrants === undefined ? {} : { registrants }),
      ...(auditors === undefined ? {} : { auditors }),
      ...(programs === undefined ? {} : { programs }),
    },
    schema: {
      ...(names.length === 0
        ? {}
        : { params: z.object(Object.fromEntries(names.map((id) => [id, z.string()]))) }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      ...(answers === undefined ? {} : { response: answers }),
    },
    handler: handler as Handler<FastifySchema>,
  });
}
