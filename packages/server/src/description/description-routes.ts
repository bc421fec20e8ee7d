import type { Area } from '@countersign/api/routes';
import type { ZodApp } from '../http/zod-app.ts';
import { areas, describeRoutes, pathOfArea } from './documents.ts';

/** The description of the server: whole, and of each area alone. It is made when it is first asked for: few servers are asked. */
export function registerDescription(app: ZodApp): void {
  let made: ReturnType<typeof describeRoutes> | null = null;
  const serveAt = (url: string, name: Area | 'whole') =>
    app.get(url, async (_request, reply) => {
      made ??= describeRoutes();
      return reply.type('application/json; charset=utf-8').send(made.get(name));
    });
  serveAt('/api/openapi.json', 'whole');
  for (const area of areas) serveAt(pathOfArea(area), area);
}
