// The subjects of the server: the folders and files of `apps/bff/src` that belong to each, and which others it may import. What is in no
// list puts them together, and may import all of them.
import { importsOf } from './sources.mjs';

const source = 'apps/bff/src/';

const subjects = {
  kernel: {
    needs: [],
    has: [
      ...['audit', 'guard', 'http', 'journal', 'models', 'outgoing', 'runtime', 'servers', 'store'],
      ...['telemetry', 'identity.ts', 'kernel.ts'],
    ],
  },
  people: { needs: ['kernel'], has: ['operators'] },
  desk: {
    needs: ['kernel'],
    has: [
      ...['agents', 'askers', 'controls', 'decisions', 'delivery', 'outbox', 'records', 'registry'],
      ...['relayed', 'rules', 'runs', 'tasks', 'team', 'webhooks'],
      ...['desk-services.ts', 'shift-desk.ts'],
    ],
  },
  registry: { needs: ['kernel'], has: ['uap', 'registry-services.ts'] },
  mcp: { needs: ['kernel', 'desk'], has: ['mcp', 'mcp-servers', 'programs', 'mcp-services.ts'] },
  gateway: { needs: ['kernel', 'desk', 'registry'], has: ['gateway'] },
  knowledge: {
    needs: ['kernel', 'desk', 'mcp', 'gateway'],
    has: ['knowledge', 'memories', 'knowledge-services.ts'],
  },
  tools: {
    needs: ['kernel', 'desk', 'registry', 'mcp', 'gateway'],
    has: ['signifiers', 'tool-services.ts'],
  },
};

const subjectOfPart = new Map(
  Object.entries(subjects).flatMap(([name, { has }]) => has.map((part) => [part, name])),
);
const subjectOf = (file) =>
  file.startsWith(source) ? subjectOfPart.get(file.slice(source.length).split('/')[0]) : undefined;

/** Imports of a subject that it does not need: `[path, text]` of all sources. */
export const importsAgainstSubjects = (sources) =>
  sources.flatMap(([from, text]) => {
    const own = subjectOf(from);
    if (own === undefined) return [];
    return importsOf(from, text, () => '')
      .filter(({ name }) => name === null)
      .map(({ to }) => ({ to, other: subjectOf(to) }))
      .filter(({ other }) => other !== own && !subjects[own].needs.includes(other))
      .map(({ to, other }) => `${from} (${own}) → ${to} (${other ?? 'the whole server'})`);
  });
