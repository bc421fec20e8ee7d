import {
  planner,
  type Registry,
  route,
  startRegistry,
  tools,
} from '@countersign/bff/testing/uap-harness';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { afterEach, expect, it } from 'vitest';

/*
 * The OpenAPI document of the public registry (ZTE-AICloud/Co-TAP, code/UAP/uapregistrysdk/api/openapi.yaml, commit 3899f822) as an
 * oracle. Only its facts are here: which members an entry has and of which type, and which statuses an operation answers.
 */
type Kind = 'text' | 'whole' | 'flag' | 'texts' | 'object' | 'lease' | 'probe';
type Members = Readonly<Record<string, Kind>>;

const lease: Members = {
  ...{ check_type: 'text', renewal_interval: 'text' },
  ...{ renewal_unhealthy_timeout: 'text', renewal_delete_timeout: 'text' },
};
const probe: Members = {
  ...{ check_type: 'text', check_http_url: 'text', check_http_method: 'text' },
  ...{ check_interval: 'text', check_timeout: 'text', check_unhealthy_timeout: 'text' },
};
const serviceMembers: Members = {
  ...{ id: 'text', created_at: 'whole', updated_at: 'whole', index: 'whole' },
  ...{ ephemeral: 'flag', name: 'text', protocol: 'text', host: 'text', port: 'whole' },
  ...{ path: 'text', retries: 'whole', connect_timeout: 'whole', write_timeout: 'whole' },
  ...{ read_timeout: 'whole', tags: 'texts', ephemeral_check: 'lease', persistent_check: 'probe' },
  ...{ agent_protocol: 'text', agent_info: 'object', agent_info_url: 'text' },
};
const routeMembers: Members = {
  ...{ id: 'text', created_at: 'whole', updated_at: 'whole', index: 'whole', name: 'text' },
  ...{ service: 'text', agent_protocol: 'text', gateway_id: 'text', protocols: 'texts' },
  ...{ methods: 'texts', hosts: 'texts', paths: 'texts', headers: 'texts', snis: 'texts' },
  ...{ sources: 'texts', destinations: 'texts', tags: 'texts', regex_priority: 'whole' },
  ...{ https_redirect_status_code: 'whole', strip_path: 'flag', preserve_host: 'flag' },
  ...{ request_buffering: 'flag', response_buffering: 'flag' },
};
/** Objects in which the document allows no other members. A service may have others. */
const closed = new Set<Members>([lease, probe, routeMembers]);

const isKind: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  whole: (value) => Number.isSafeInteger(value),
  flag: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  object: isObject,
  lease: (value) => faultsOf(value, lease).length === 0,
  probe: (value) => faultsOf(value, probe).length === 0,
};

/** What of an entry is not as the document has it. */
function faultsOf(entry: unknown, members: Members): string[] {
  if (!isObject(entry)) return ['no object'];
  return Object.entries(entry).flatMap(([name, value]) => {
    const kind = members[name];
    if (kind === undefined) return closed.has(members) ? [`${name} is not known`] : [];
    return isKind[kind](value) ? [] : [`${name} is ${JSON.stringify(value)}`];
  });
}

let own: Registry | null = null;
afterEach(async () => {
  await own?.close();
  own = null;
});

const parsed = (text: string): unknown => JSON.parse(text);
const listOf = (text: string): unknown[] => {
  const list = parsed(text);
  return Array.isArray(list) ? list : ['no list'];
};
const idOf = (text: string): string => String((parsed(text) as JsonObject)['id']);

it('sends services as the published document has them', async () => {
  own = await startRegistry();
  const { call } = own;
  const probed = {
    ...{ ...tools, name: 'probed', tags: ['namespace=a'], agent_protocol: '' },
    persistent_check: { check_type: 'HTTP', check_http_url: '/healthz' },
  };
  const sent = [await call('POST', '/services', planner), await call('POST', '/services', probed)];
  sent.push(await call('PATCH', `/services/${idOf(sent[0]?.text ?? '')}`, planner));
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
  const listed = [
    ...listOf((await call('GET', '/services')).text),
    ...listOf((await call('GET', '/services/geo-planner')).text),
    ...listOf((await call('POST', '/api/v1/agents/search', { query: 'route', top_k: 5 })).text),
  ];
  expect(listed.length).toBeGreaterThanOrEqual(4);
  const faults = [...sent.map(({ text }) => parsed(text)), ...listed].flatMap((entry) =>
    faultsOf(entry, serviceMembers),
  );
  // The document calls it an object; the published server sends null of a service without one, and so does this one.
  expect(faults.filter((fault) => fault !== 'agent_info is null')).toEqual([]);
});

it('sends routes as the published document has them', async () => {
  own = await startRegistry();
  const { call } = own;
  const lists = ['methods', 'hosts', 'paths', 'headers', 'snis', 'sources', 'destinations', 'tags'];
  const full = { ...route, ...Object.fromEntries(lists.map((name) => [name, ['x']])) };
  const added = await call('POST', '/routes', full);
  const read = await call('GET', '/routes/geo-route');
  expect([added.status, read.status]).toEqual([201, 200]);
  const all = [
    parsed(added.text),
    parsed(read.text),
    ...listOf((await call('GET', '/routes')).text),
  ];
  expect(all.flatMap((entry) => faultsOf(entry, routeMembers))).toEqual([]);
  // Lists that are absent: null, as the published server sends them; the document has no word for it.
  const short = await call('POST', '/routes', { ...route, name: 'short' });
  expect(faultsOf(parsed(short.text), routeMembers)).toEqual(
    lists.map((name) => `${name} is null`),
  );
});

it('answers with the statuses of the published document', async () => {
  own = await startRegistry();
  const { call } = own;
  const first = await call('POST', '/services', planner);
  const id = idOf(first.text);
  const found: [operation: string, documented: number[], status: number][] = [
    ['register', [201], first.status],
    ['register again', [409], (await call('POST', '/services', planner)).status],
    ['register nonsense', [400], (await call('POST', '/services', '{"name":')).status],
    ['register a fault', [422], (await call('POST', '/services', { ...tools, port: 0 })).status],
    ['list', [200], (await call('GET', '/services?wait=0&index=0')).status],
    ['list a name', [200], (await call('GET', '/services/none')).status],
    ['replace', [201], (await call('PATCH', `/services/${id}`, planner)).status],
    ['replace none', [404], (await call('PATCH', '/services/none', planner)).status],
    ['replace by a fault', [422], (await call('PATCH', `/services/${id}`, {})).status],
    ['renew', [200], (await call('PUT', `/services/${id}/renewal`)).status],
    ['renew none', [404], (await call('PUT', '/services/none/renewal')).status],
    ['search', [200], (await call('POST', '/api/v1/agents/search', { query: 'x' })).status],
    ['search nothing', [400], (await call('POST', '/api/v1/agents/search', {})).status],
    ['remove', [204], (await call('DELETE', `/services/${id}`)).status],
    ['add a route', [201], (await call('POST', '/routes', route)).status],
    ['add a route again', [409], (await call('POST', '/routes', route)).status],
    ['add a route with a fault', [422], (await call('POST', '/routes', { name: 'r' })).status],
    ['list routes', [200], (await call('GET', '/routes')).status],
    ['read no route', [404], (await call('GET', '/routes/none')).status],
    // The document says 200, the published server 201: its clients take both.
    ['replace a route', [200, 201], (await call('PUT', '/routes/geo-route', route)).status],
    ['replace no route', [404], (await call('PUT', '/routes/x', { ...route, name: 'x' })).status],
    ['remove a route', [204], (await call('DELETE', '/routes/geo-route')).status],
  ];
  const wrong = found.filter(([, documented, status]) => !documented.includes(status));
  expect(wrong).toEqual([]);
});
