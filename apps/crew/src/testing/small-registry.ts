import { serve } from '@countersign/agent/node-server';
import { serviceId } from '@countersign/uap/model/ids';
import { readService } from '@countersign/uap/model/read-service';
import type { Service } from '@countersign/uap/model/service';
import { createSearchIndex } from '@countersign/uap/search/search-index';
import { readSearchRequest } from '@countersign/uap/search/search-request';

/** A registry of services over HTTP, in memory, for the crew's tests. */
export interface SmallRegistry {
  url: string;
  token: string;
  /** The calls it got, as `PUT /services/<id>/renewal`. */
  calls: string[];
  services(): Service[];
  /** Resolves when it has so many services. */
  until(count: number): Promise<void>;
  /** Resolves at the next call that begins so. */
  call(start: string): Promise<void>;
  /** Forgets a service, as a registry does whose lease has ended. */
  forget(name: string): void;
  close(): Promise<void>;
}

export async function startSmallRegistry(): Promise<SmallRegistry> {
  const token = 'token-of-a-registrant';
  const services = new Map<string, Service>();
  const index = createSearchIndex();
  const calls: string[] = [];
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of [...watchers]) watcher();
  };
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });

  const put = (body: unknown): Response => {
    const read = readService(body);
    if (!read.ok) return new Response('', { status: 422 });
    const id = serviceId(read.value);
    const service: Service = {
      ...read.value,
      ...{ id, created_at: 1, updated_at: 1, index: 1, health_status: 'healthy' },
    };
    services.set(id, service);
    index.put(service);
    return Response.json(service, { status: 201 });
  };
  const search = (body: unknown): Response => {
    const read = readSearchRequest(body);
    if (!read.ok) return new Response('', { status: 400 });
    const items = index.search(read.value).map(({ id, ...hit }) => ({
      service: services.get(id),
      ...hit,
    }));
    return Response.json({ items });
  };
  const drop = (id: string) => {
    services.delete(id);
    index.remove(id);
  };
  const answer = async (request: Request): Promise<Response> => {
    if (request.headers.get('authorization') !== `Bearer ${token}`) {
      return new Response('', { status: 401 });
    }
    const { pathname } = new URL(request.url);
    const [, kind, id = '', renewal] = pathname.split('/');
    calls.push(`${request.method} ${pathname}`);
    if (request.method === 'POST') {
      const body: unknown = await request.json();
      if (kind === 'api') return search(body);
      const read = readService(body);
      if (read.ok && services.has(serviceId(read.value))) return new Response('', { status: 409 });
      return put(body);
    }
    if (renewal === 'renewal') return new Response('', { status: services.has(id) ? 200 : 404 });
    if (request.method === 'DELETE') drop(id);
    return new Response(null, { status: 204 });
  };
  const served = await serve(
    async (request) => {
      const response = await answer(request);
      changed();
      return response;
    },
    { port: 0 },
  );
  return {
    ...{ url: served.url, token, calls },
    services: () => [...services.values()],
    until: (count) => until(() => services.size >= count),
    call(start) {
      const seen = calls.length;
      return until(() => calls.slice(seen).some((call) => call.startsWith(start)));
    },
    forget(name) {
      for (const service of services.values()) if (service.name === name) drop(service.id);
    },
    close: served.close,
  };
}
