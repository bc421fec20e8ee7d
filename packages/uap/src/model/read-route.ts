import { faultAt } from '@countersign/json/fault';
import { isObject } from '@countersign/json/json-object';
import { z } from 'zod';
import { say } from '../statements.ts';
import {
  choiceFaults,
  lengthFaults,
  listFaults,
  rangeFaults,
  requiredFaults,
} from './check-text.ts';
import { parseShape, type Read, type Strictness } from './reading.ts';
import { type RouteRequest, routeLists } from './route.ts';
import { agentProtocols, publicAgentProtocols, serviceProtocols } from './service.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const list = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? null);
const flag = (otherwise: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? otherwise);

const shape = z.object({
  name: text,
  service: text,
  agent_protocol: text,
  protocols: list,
  ...{ methods: list, hosts: list, paths: list, headers: list },
  ...{ snis: list, sources: list, destinations: list, tags: list },
  gateway_id: text,
  https_redirect_status_code: z
    .int()
    .nullish()
    .transform((value) => value || 426),
  regex_priority: z
    .int()
    .nullish()
    .transform((value) => value ?? 0),
  strip_path: flag(true),
  preserve_host: flag(false),
  request_buffering: flag(true),
  response_buffering: flag(true),
});

/** What the server adds: a client that sends a route back may contain it. */
const added = ['id', 'created_at', 'updated_at', 'index'];

/** Reads a route: checks it, and fills in the defaults. Whether its service exists is not checked. */
export function readRoute(sent: unknown, { strict = false }: Strictness = {}): Read<RouteRequest> {
  const parsed = parseShape(shape, sent);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  const request: RouteRequest = { ...value, protocols: value.protocols ?? [] };
  const known = [...Object.keys(shape.shape), ...added];
  const extra =
    strict && isObject(sent) ? Object.keys(sent).filter((key) => !known.includes(key)) : [];
  const faults = [
    ...requiredFaults('/name', request.name),
    ...requiredFaults('/service', request.service),
    ...choiceFaults(
      '/agent_protocol',
      request.agent_protocol,
      strict ? publicAgentProtocols : agentProtocols,
    ),
    ...(request.protocols.length === 0 ? [faultAt('/protocols', say('uap.missing'))] : []),
    ...request.protocols
      .slice(0, 20)
      .flatMap((name, at) =>
        choiceFaults(`/protocols/${at}`, name, [...serviceProtocols, 'tls_passthrough']),
      ),
    ...routeLists.flatMap((name) => listFaults(`/${name}`, request[name] ?? undefined)),
    ...lengthFaults('/gateway_id', request.gateway_id),
    ...choiceFaults('/https_redirect_status_code', String(request.https_redirect_status_code), [
      '426',
      '301',
      '302',
      '307',
      '308',
    ]),
    ...rangeFaults('/regex_priority', request.regex_priority, { min: -32_768, max: 32_767 }),
    ...extra.slice(0, 20).map((key) => faultAt(`/${key}`, say('uap.unknown'))),
  ];
  return faults.length > 0 ? { ok: false, kind: 'invalid', faults } : { ok: true, value: request };
}
