import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { serviceId } from '../model/ids.ts';
import { agentProtocols, type Service } from '../model/service.ts';
import { textIn, textsIn } from '../profile/values.ts';
import { firstJson } from './first-json.ts';

/** The list in an answer, and how many of its entries could not be read. */
export interface ReadServices {
  services: Service[];
  dropped: number;
}

/** The entry that a public registry makes for itself. */
const ownEntry = 'uapregistry-health-check';

/** Entries of a list beyond this are dropped. */
const maxServices = 50_000;

/**
 * Reads a list of services as registries send it: null for none, empty entries among the found ones, members that are absent. It is
 * sorted by name and id, since registries return it in any order. null = the body is no list.
 */
export function readServices(body: string): ReadServices | null {
  const list = firstJson(body);
  if (list === null) return { services: [], dropped: 0 };
  if (!Array.isArray(list)) return null;
  const services = list.slice(0, maxServices).flatMap((entry) => readEntry(entry) ?? []);
  services.sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
  const shown = services.filter(({ name }) => name !== ownEntry);
  return { services: shown, dropped: list.length - services.length };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One service; null = it is none. Only the name is certain. */
export function readEntry(entry: unknown): Service | null {
  if (!isObject(entry)) return null;
  const name = textIn(entry, 'name', 1_000);
  if (name === '') return null;
  const host = textIn(entry, 'host', 1_000);
  const port = wholeIn(entry, 'port');
  const tags = textsIn(entry, 'tags', 200);
  const protocol = textIn(entry, 'agent_protocol').toLowerCase();
  const info = entry['agent_info'];
  const registeredBy = textIn(entry, 'registered_by', 200);
  return {
    id: textIn(entry, 'id', 200) || serviceId({ name, host, port }),
    ephemeral: entry['ephemeral'] === true,
    name,
    protocol: textIn(entry, 'protocol').toLowerCase(),
    host,
    port,
    path: textIn(entry, 'path'),
    retries: wholeIn(entry, 'retries', 5),
    connect_timeout: wholeIn(entry, 'connect_timeout', 60_000),
    write_timeout: wholeIn(entry, 'write_timeout', 60_000),
    read_timeout: wholeIn(entry, 'read_timeout', 60_000),
    ...(tags.length > 0 ? { tags } : {}),
    // Empty in the reply to a registration: it counts as healthy from then on.
    health_status: textIn(entry, 'health_status', 100) || 'healthy',
    ...checksIn(entry),
    agent_protocol: agentProtocols.find((one) => one === protocol) ?? '',
    agent_info: isObject(info) ? info : null,
    agent_info_url: textIn(entry, 'agent_info_url'),
    created_at: wholeIn(entry, 'created_at'),
    updated_at: wholeIn(entry, 'updated_at'),
    index: wholeIn(entry, 'index'),
    ...(registeredBy === '' ? {} : { registered_by: registeredBy }),
  };
}

function wholeIn(entry: JsonObject, name: string, otherwise = 0): number {
  const value = entry[name];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : otherwise;
}

/** The checks as they are: a registry has judged them, and this side only shows them. */
function checksIn(entry: JsonObject): Pick<Service, 'ephemeral_check' | 'persistent_check'> {
  const lease = entry['ephemeral_check'];
  const probe = entry['persistent_check'];
  const method = textIn(probe, 'check_http_method');
  return {
    ...(isObject(lease)
      ? {
          ephemeral_check: {
            check_type: 'TTL' as const,
            renewal_interval: textIn(lease, 'renewal_interval', 20),
            renewal_unhealthy_timeout: textIn(lease, 'renewal_unhealthy_timeout', 20),
            renewal_delete_timeout: textIn(lease, 'renewal_delete_timeout', 20),
          },
        }
      : {}),
    ...(isObject(probe)
      ? {
          persistent_check: {
            check_type: memberOf(probe, 'check_type') === 'HTTPS' ? ('HTTPS' as const) : 'HTTP',
            check_http_url: textIn(probe, 'check_http_url'),
            check_http_method: method === 'HEAD' || method === 'OPTIONS' ? method : 'GET',
            check_interval: textIn(probe, 'check_interval', 20),
            check_timeout: textIn(probe, 'check_timeout', 20),
            check_unhealthy_timeout: textIn(probe, 'check_unhealthy_timeout', 20),
          },
        }
      : {}),
  };
}
