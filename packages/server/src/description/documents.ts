import { type Area, routesByArea } from '@countersign/api/routes';
import { proofHeader } from '@countersign/api/settings/session';
import type { JsonObject } from '@countersign/json/json-object';
import { type Components, describeComponents, namesIn } from './components.ts';
import { describeOperation, type Operation, operationOf, placesOf } from './operations.ts';

const areaTexts: Record<Area, string> = {
  administration: 'Operators, policy and webhooks',
  agents: 'Agents, their cards and their checks',
  doors: 'Tool calls of coding agents that wait for a decision',
  audit: 'The log of what people, rules and programs did',
  environment: 'Services whose tools people call, and what agents see of them',
  gateway: 'Calls between agents',
  insights: 'Figures of questions and answers',
  knowledge: 'What was learnt from answers, and its exchange with other servers',
  people: 'Groups of people',
  policy: 'Who decides what: the table, and what it would decide',
  prompts: 'Questions to people, and their answers',
  questions: 'Programs that ask over HTTP',
  registry: 'The registry of services',
  rules: 'Rules that answer',
  session: 'Signing in, and the state of the server',
  tasks: 'Tasks, their runs, and the stream of events',
};
const isArea = (name: string): name is Area => Object.hasOwn(areaTexts, name);
export const areas: readonly Area[] = Object.keys(areaTexts).filter(isArea);

export const pathOfArea = (area: Area): string => `/api/openapi/${area}.json`;

interface Description {
  components: Components;
  operations: readonly (Operation & { area: Area })[];
}

const describe = (): Description => {
  const operations = areas.flatMap((area) =>
    Object.entries(routesByArea[area]).map(([name, contract]) => ({
      ...operationOf(name, contract),
      area,
    })),
  );
  return { operations, components: describeComponents(placesOf(operations)) };
};

/** The named schemas that a value refers to, directly or through others. */
function schemasFor(value: unknown, all: Components['schemas']): Components['schemas'] {
  const names = new Set(namesIn(value));
  for (const name of names) for (const other of namesIn(all[name])) names.add(other);
  return Object.fromEntries(
    [...names].toSorted().flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
}

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer' },
  // Without TLS the name ends with the port, with TLS it begins with `__Host-`.
  session: { type: 'apiKey', in: 'cookie', name: 'countersign_session_4400' },
  proof: { type: 'apiKey', in: 'header', name: proofHeader },
};

function documentOf(title: string, wanted: readonly Area[], described: Description): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const { components } = described;
  for (const operation of described.operations.filter(({ area }) => wanted.includes(area))) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: describeOperation(operation, { tag: operation.area, components }),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: 'The operator console for AI agents: tasks, prompts, decisions, one stream.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: wanted.map((name) => ({
      name,
      description: areaTexts[name],
      externalDocs: { description: 'This area alone', url: pathOfArea(name) },
    })),
    security: [{ token: [] }, { session: [], proof: [] }],
    paths,
    components: { schemas: schemasFor(paths, components.schemas), securitySchemes },
  };
}

/** The contracts of all routes as OpenAPI, as JSON: each area, and the whole. */
export function describeRoutes(): ReadonlyMap<Area | 'whole', string> {
  const described = describe();
  const text = (title: string, wanted: readonly Area[]) =>
    JSON.stringify(documentOf(title, wanted, described));
  return new Map([
    ['whole', text('Countersign', areas)],
    ...areas.map((area) => [area, text(`Countersign: ${area}`, [area])] as const),
  ]);
}
