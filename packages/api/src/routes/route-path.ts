import type { RouteName, RouteParams } from '../routes.ts';

// No schemas are imported here, so that browsers do not load them.

/** The path of a route, with its parameters replaced by their values. */
export const filledPath = (name: RouteName, params: Readonly<Record<string, string>>): string =>
  name
    .slice(name.indexOf(' ') + 1)
    .replaceAll(/:(\w+)/g, (_, id: string) => encodeURIComponent(params[id] ?? ''));

/** The URL of a route. */
export const routePath = <Name extends RouteName>(name: Name, params: RouteParams<Name>): string =>
  filledPath(name, params);
