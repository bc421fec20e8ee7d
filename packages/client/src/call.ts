import type {
  RouteAnswer,
  RouteBody,
  RouteName,
  RouteParams,
  RouteQuery,
} from '@countersign/api/routes';
import type { RouteMethod } from '@countersign/api/routes/route';
import { filledPath } from '@countersign/api/routes/route-path';
import type { Http, RequestOptions } from './http.ts';

type Empty = Record<never, never>;

/** The members of a request that its contract requires. */
type Asked<Name extends RouteName> = (Empty extends RouteParams<Name>
  ? unknown
  : { params: RouteParams<Name> }) &
  ([RouteQuery<Name>] extends [never]
    ? unknown
    : Empty extends RouteQuery<Name>
      ? { query?: RouteQuery<Name> | undefined }
      : { query: RouteQuery<Name> }) &
  ([RouteBody<Name>] extends [never] ? unknown : { body: RouteBody<Name> });

/** What a route is called with. */
export type RouteRequest<Name extends RouteName> = Asked<Name> &
  Pick<RequestOptions, 'headers' | 'signal' | 'keepalive'>;

/** Calls a route by its contract. Throws as `Http` does; responses are trusted. */
export type Call = <Name extends RouteName>(
  name: Name,
  ...request: Empty extends Asked<Name> ? [RouteRequest<Name>?] : [RouteRequest<Name>]
) => Promise<RouteAnswer<Name>>;

export function createCall(http: Http): Call {
  return (name, ...[request]) => {
    const { params = {}, ...options }: RequestOptions & { params?: Record<string, string> } =
      request ?? {};
    const method = name.slice(0, name.indexOf(' ')) as RouteMethod;
    return http(filledPath(name, params), { method, ...options });
  };
}
