import { say as sayOfServer } from '@countersign/api/statements';
import { faultAt } from '@countersign/json/fault';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import { OutsideFailure, type SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import { readService } from '@countersign/uap/model/read-service';
import type { Read } from '@countersign/uap/model/reading';
import type { AgentProtocol, ServiceRequest } from '@countersign/uap/model/service';
import { agentInfoFrom, documentUrls } from '@countersign/uap/profile/profile-of';
import { say } from '@countersign/uap/statements';

/** How registrations are read by a registry. */
export interface RegistrationSettings {
  /** As the public contract is written: no protocols and no members beyond it. */
  strict: boolean;
  /** Hosts on private networks from which descriptions may be fetched, `host` or `host:port`. */
  allow: readonly string[];
}

/** Reads the body of a registration; what an agent says about itself is fetched if only its address was sent. `isTrial`: it is not. */
export type ReadRegistration = (
  sent: unknown,
  options?: { isTrial: boolean },
) => Promise<Read<ServiceRequest>>;

/** For each address that is tried. */
const timeoutMs = 5_000;
const maxBytes = 1024 * 1024;

export function createReadRegistration(
  fetch: SafeFetch,
  { strict }: Pick<RegistrationSettings, 'strict'>,
): ReadRegistration {
  return async (sent, { isTrial } = { isTrial: false }) => {
    const read = readService(sent, { strict });
    if (!read.ok || isTrial) return read;
    const { agent_protocol: protocol, agent_info: info, agent_info_url: url } = read.value;
    if (protocol === '' || info !== null || url === '' || !isObject(sent)) return read;
    const fetched = await fetchInfo(fetch, protocol, url);
    if ('reason' in fetched) {
      const fault = faultAt('/agent_info_url', say('uap.not-fetched', fetched));
      return { ok: false, kind: 'invalid', faults: [fault] };
    }
    return readService({ ...sent, agent_info: fetched.info }, { strict });
  };
}

/** Why a description was not read. */
type Unread = { reason: WrittenStatement };

/** The first address that answers with a JSON object; else why the given one did not. */
async function fetchInfo(
  fetch: SafeFetch,
  protocol: Exclude<AgentProtocol, ''>,
  url: string,
): Promise<{ info: JsonObject } | Unread> {
  let first: WrittenStatement | null = null;
  for (const address of documentUrls(protocol, url)) {
    const found = await fetchDocument(fetch, address);
    if ('document' in found) return { info: agentInfoFrom(protocol, found.document) };
    first ??= found.reason;
  }
  return { reason: first ?? sayOfServer('description.no-url') };
}

async function fetchDocument(
  fetch: SafeFetch,
  url: string,
): Promise<{ document: JsonObject } | Unread> {
  try {
    const { status, body } = await fetch({
      ...{ method: 'GET', url, headers: { accept: 'application/json' } },
      ...{ timeoutMs, maxBytes, beyond: 'refuse' },
    });
    if (status !== 200) return { reason: sayOfServer('description.status', { status }) };
    const document: unknown = JSON.parse(body);
    return isObject(document) ? { document } : { reason: sayOfServer('description.not-an-object') };
  } catch (error) {
    if (error instanceof OutsideFailure) return { reason: error.said };
    if (error instanceof SyntaxError) return { reason: sayOfServer('description.not-json') };
    throw error;
  }
}
