import { memberOf } from '@countersign/json/json-object';
import { firstJson } from '@countersign/uap/client/first-json';
import { readEntry, readServices } from '@countersign/uap/client/read-services';
import type { Service } from '@countersign/uap/model/service';
import type { ServiceDraft } from './service-of.ts';

/** Where the registry is, and the token of a registrant. */
export interface RegistryAccess {
  /** Base URL of the contract, without a slash at its end. */
  url: string;
  token: string;
}

/** A service that was found. Score 0 to 1; null = the registry does not say. */
export interface FoundService {
  service: Service;
  score: number | null;
  /** What of it matched. */
  why: string[];
}

/** The registry of services by its public contract. Statuses are values; 0 = no answer. */
export interface RegistryClient {
  register(draft: ServiceDraft): Promise<number>;
  replace(id: string, draft: ServiceDraft): Promise<number>;
  renew(id: string): Promise<number>;
  remove(id: string): Promise<number>;
  /** Best first. Throws if the registry does not answer, or refuses. */
  search(query: string, signal: AbortSignal): Promise<FoundService[]>;
}

const timeoutMs = 5_000;
/** With scores and reasons; a registry that does not know it answers with bare services. */
const scoredType = 'application/vnd.uap.search+json, application/json;q=0.5';

export function createRegistryClient({ url, token }: RegistryAccess): RegistryClient {
  const call = (method: string, path: string, body?: unknown, signal?: AbortSignal) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: scoredType,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([
        AbortSignal.timeout(timeoutMs),
        ...(signal === undefined ? [] : [signal]),
      ]),
    });
  const status = async (method: string, path: string, body?: unknown): Promise<number> => {
    try {
      const response = await call(method, path, body);
      await response.body?.cancel();
      return response.status;
    } catch {
      return 0;
    }
  };
  return {
    register: (draft) => status('POST', '/services', draft),
    replace: (id, draft) => status('PATCH', `/services/${id}`, draft),
    renew: (id) => status('PUT', `/services/${id}/renewal`),
    remove: (id) => status('DELETE', `/services/${id}`),
    async search(query, signal) {
      const wanted = { query, top_k: 10, include_explanation: true };
      const response = await call('POST', '/api/v1/agents/search', wanted, signal);
      const text = await response.text();
      if (!response.ok) throw new Error(`The registry answered with status ${response.status}.`);
      return foundIn(text);
    },
  };
}

/** Hits with scores, or the bare list of the public contract. */
function foundIn(text: string): FoundService[] {
  const items = memberOf(firstJson(text), 'items');
  if (!Array.isArray(items)) {
    const services = readServices(text)?.services ?? [];
    return services.map((service) => ({ service, score: null, why: [] }));
  }
  return items.flatMap((item): FoundService[] => {
    const service = readEntry(memberOf(item, 'service'));
    if (service === null) return [];
    const score = memberOf(item, 'score');
    const reasons = memberOf(memberOf(item, 'explanation'), 'match_snippets');
    return [
      {
        service,
        score: typeof score === 'number' ? score : null,
        why: Array.isArray(reasons) ? reasons.filter((one) => typeof one === 'string') : [],
      },
    ];
  });
}
