import { type Fault, faultAt } from '@countersign/json/fault';
import { z } from 'zod';
import { say } from '../statements.ts';
import { agentInfoFaults } from './agent-info.ts';
import {
  choiceFaults,
  lengthFaults,
  limits,
  listFaults,
  rangeFaults,
  requiredFaults,
} from './check-text.ts';
import { isServiceHost } from './host.ts';
import {
  ephemeralShape,
  persistentShape,
  readEphemeralCheck,
  readPersistentCheck,
} from './read-checks.ts';
import { parseShape, type Read, type Strictness } from './reading.ts';
import {
  agentProtocols,
  publicAgentProtocols,
  type ServiceRequest,
  serviceProtocols,
} from './service.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const whole = z
  .int()
  .nullish()
  .transform((value) => value ?? 0);

/** The types of a registration; null is as good as absent, and unknown members are dropped. */
const shape = z.object({
  ephemeral: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  name: text,
  protocol: text,
  host: text,
  port: whole,
  path: text,
  retries: whole,
  connect_timeout: whole,
  write_timeout: whole,
  read_timeout: whole,
  tags: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
  health_status: text,
  ephemeral_check: ephemeralShape.nullish(),
  persistent_check: persistentShape.nullish(),
  agent_protocol: text,
  agent_info: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((value) => value ?? null),
  agent_info_url: text,
});
type Sent = z.infer<typeof shape>;

/**
 * Reads a registration: checks it, and fills in the defaults. Of a service that is not ephemeral the lease is dropped, of one that is
 * the probe.
 *
 * @param sent The parsed body of `POST /services` or `PATCH /services/{id}`: both contain the whole service.
 */
export function readService(
  sent: unknown,
  { strict = false }: Strictness = {},
): Read<ServiceRequest> {
  const parsed = parseShape(shape, sent);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  const protocol = value.protocol.toLowerCase();
  const named = value.agent_protocol.toLowerCase();
  const agentProtocol = agentProtocols.find((one) => one === named) ?? '';
  const lease =
    value.ephemeral && value.ephemeral_check
      ? readEphemeralCheck(value.ephemeral_check, '/ephemeral_check')
      : null;
  const probe =
    !value.ephemeral && value.persistent_check
      ? readPersistentCheck(value.persistent_check, '/persistent_check')
      : null;
  const { tags, ephemeral_check: _, persistent_check: __, ...rest } = value;
  const request: ServiceRequest = {
    ...rest,
    protocol,
    // Zero is no value here, as in the public registry.
    retries: value.retries || 5,
    connect_timeout: value.connect_timeout || 60_000,
    write_timeout: value.write_timeout || 60_000,
    read_timeout: value.read_timeout || 60_000,
    agent_protocol: agentProtocol,
    ...(tags.length > 0 ? { tags } : {}),
    ...(lease === null ? {} : { ephemeral_check: lease.check }),
    ...(probe === null ? {} : { persistent_check: probe.check }),
  };
  const faults = [
    ...placeFaults(request),
    ...(lease?.faults ?? []),
    ...(probe?.faults ?? []),
    ...choiceFaults('/agent_protocol', named, strict ? publicAgentProtocols : agentProtocols),
    ...agentInfoFaults(agentProtocol, request.agent_info, strict),
    ...urlFaults(request.agent_info_url),
    ...(strict ? strictFaults(value, request) : []),
  ];
  return faults.length > 0 ? { ok: false, kind: 'invalid', faults } : { ok: true, value: request };
}

function placeFaults(service: ServiceRequest): Fault[] {
  const { name, protocol, host, port, path, retries, tags } = service;
  return [
    ...requiredFaults('/name', name),
    ...(protocol === ''
      ? [faultAt('/protocol', say('uap.missing'))]
      : choiceFaults('/protocol', protocol, serviceProtocols)),
    ...(host === ''
      ? [faultAt('/host', say('uap.missing'))]
      : isServiceHost(host)
        ? []
        : [faultAt('/host', say('uap.host'))]),
    ...rangeFaults('/port', port, { min: 1, max: 65_535 }),
    ...lengthFaults('/path', path, limits.path),
    ...rangeFaults('/retries', retries, { min: 0, max: 32_767 }),
    ...(['connect_timeout', 'write_timeout', 'read_timeout'] as const).flatMap((key) =>
      rangeFaults(`/${key}`, service[key], { min: 1, max: 2_147_483_646 }),
    ),
    ...listFaults('/tags', tags),
    ...lengthFaults('/health_status', service.health_status),
  ];
}

const urlFaults = (url: string): Fault[] =>
  url === '' || /^https?:\/\/[^/?#\s]+\S*$/i.test(url)
    ? lengthFaults('/agent_info_url', url, limits.path)
    : [faultAt('/agent_info_url', say('uap.url'))];

/** What the contract says and no registry enforces. */
function strictFaults(sent: Sent, request: ServiceRequest): Fault[] {
  const { agent_protocol: protocol, agent_info: info, agent_info_url: url } = request;
  return [
    ...choiceFaults('/health_status', request.health_status, ['', 'healthy', 'unhealthy']),
    ...(protocol !== '' && info === null && url === ''
      ? [faultAt('/agent_info', say('uap.info-needed'))]
      : []),
    ...extraFaults('/ephemeral_check', sent.ephemeral_check, Object.keys(ephemeralShape.shape)),
    ...extraFaults('/persistent_check', sent.persistent_check, Object.keys(persistentShape.shape)),
  ];
}

const extraFaults = (
  path: string,
  value: object | null | undefined,
  known: readonly string[],
): Fault[] =>
  Object.keys(value ?? {})
    .filter((key) => !known.includes(key))
    .slice(0, 20)
    .map((key) => faultAt(`${path}/${key}`, say('uap.unknown')));
