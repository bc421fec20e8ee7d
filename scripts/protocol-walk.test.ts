import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { envelopeSchema } from '@countersign/hai/envelope';
import { decodeBatch, encodeBatch } from '@countersign/hai/envelope-batch';
import { customName, eventSchema } from '@countersign/hai/event';
import { figureSchema } from '@countersign/upformat/edit-check';
import { upFeedbackSchema } from '@countersign/upformat/message';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { folder, namesIn, objects, pages, published, type Table, tablesIn } from './protocol.ts';

const textOf = (page: string) => readFileSync(join(folder, `${page}.md`), 'utf8');
const tables = pages.flatMap((page) => tablesIn(textOf(page)));
const only = (kind: string): Table => {
  const [table, ...more] = tables.filter((one) => one.kind === kind);
  if (table === undefined || more.length > 0) throw new Error(`Not one table of ${kind}.`);
  return table;
};
const namesOf = (kind: string) => only(kind).rows.flatMap(([cell = '']) => namesIn(cell));

/** The objects in a schema, behind lists, options and the like. */
function objectsIn(schema: z.core.$ZodType): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema];
  if (schema instanceof z.ZodArray) return objectsIn(schema.element);
  if (schema instanceof z.ZodRecord) return objectsIn(schema.valueType);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(objectsIn);
  if (schema instanceof z.ZodPipe) return objectsIn(schema.in);
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodLazy;
  return isWrapper ? objectsIn(schema.unwrap()) : [];
}

/** Objects that a table names member by member. */
const listed = new Set<z.ZodObject>([
  ...Object.values(objects),
  ...eventSchema.options,
  ...upFeedbackSchema.options,
  // By `type`, in the table of the outputs.
  figureSchema,
]);

/** The members of a small object that has no table: they are named in the row of the member that it is. */
function unlistedIn(schema: z.ZodObject, path: string): [path: string, names: string[]][] {
  return Object.entries(schema.shape).flatMap(([member, value]) =>
    objectsIn(value)
      .filter((one) => !listed.has(one))
      .flatMap((one): [string, string[]][] => [
        [`${path}.${member}`, Object.keys(one.shape)],
        ...unlistedIn(one, `${path}.${member}`),
      ]),
  );
}

/** All names in code type, with the parts of paths and of forms such as `{type: "cancelled"}`. */
const wordsIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/```[^`]*```|`[^`\n]+`/g)].flatMap(([code]) => code.match(/[\w-]+/g) ?? []),
  );

describe('every table of the specification', () => {
  it('is compared with the code, but those of the first page and of the questions of others', () => {
    const marked = /^<!-- .+ -->\n\n\|/gm;
    const inWords = new Set(['README', 'other-questions', 'checks']);
    for (const page of pages.filter((one) => !inWords.has(one))) {
      const all = textOf(page).match(/^\|.*\n\|[-|: ]+\|$/gm) ?? [];
      expect([page, textOf(page).match(marked)?.length ?? 0]).toEqual([page, all.length]);
    }
    const compared = ['members', 'values', 'transitions', 'events', 'breaches', 'facts'];
    const here = ['anomalies', 'outputs', 'names', 'statuses', 'batch'];
    const kinds = new Set(tables.map(({ kind }) => kind));
    expect([...kinds].filter((kind) => ![...compared, ...here].includes(kind))).toEqual([]);
  });

  it('every page of the folder is walked', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
    expect(files.map((name) => name.slice(0, -3)).toSorted()).toEqual(pages.toSorted());
  });
});

describe('every object of the wire', () => {
  const roots = Object.values(published).flatMap(({ schema }) => objectsIn(schema));

  it('that is published has a table', () => {
    const absent = roots.filter((one) => !listed.has(one));
    expect(absent.map(({ shape }) => Object.keys(shape))).toEqual([]);
  });

  it('in a member is listed, or its members are named where the member is', () => {
    const page = wordsIn(pages.map(textOf).join('\n'));
    // Operations of JSON Patch, which is not ours.
    const ofPatch = new Set(['op', 'path', 'from', 'value']);
    const isPatch = (names: readonly string[]) => names.every((name) => ofPatch.has(name));
    const missing = Object.entries(objects).flatMap(([name, schema]) => {
      const table = tables.find((one) => one.kind === 'members' && one.name === name);
      return unlistedIn(schema, name).flatMap(([path, names]) => {
        if (isPatch(names)) return [];
        const member = path.split('.')[1] ?? '';
        const row = table?.rows.find(([cell = '']) => namesIn(cell)[0] === member) ?? [];
        const words = wordsIn(row.join(' '));
        return names.filter((each) => !words.has(each)).map((each) => `${path}.${each}`);
      });
    });
    const ofEvents = eventSchema.options.flatMap((option) =>
      unlistedIn(option, option.shape.type.value).flatMap(([path, names]) =>
        isPatch(names)
          ? []
          : names.filter((each) => !page.has(each)).map((each) => `${path}.${each}`),
      ),
    );
    expect([...missing, ...ofEvents]).toEqual([]);
  });

  it('has its members in the code: each name in code type occurs there', () => {
    const sources = ['packages', 'apps/bff', 'apps/console']
      .flatMap((root) =>
        readdirSync(root, { recursive: true, encoding: 'utf8' })
          .filter(
            (file) => /\.(?:tsx?|py|proto)$/.test(file) && !/node_modules|\.test\./.test(file),
          )
          .map((file) => readFileSync(join(root, file), 'utf8')),
      )
      .join('\n');
    const inCode = new Set(sources.toLowerCase().match(/[\w-]+/g));
    // Of a vocabulary of others, as an example.
    for (const word of ['wikidata', 'q5']) inCode.add(word);
    const names = pages.flatMap((page) =>
      tablesIn(textOf(page)).flatMap(({ rows }) => rows.flatMap((cells) => cells.flatMap(namesIn))),
    );
    const words = new Set(names.flatMap((name) => name.match(/[A-Za-z_][\w-]+/g) ?? []));
    expect([...words].filter((word) => !inCode.has(word.toLowerCase()))).toEqual([]);
    expect(words.size).toBeGreaterThan(200);
  });
});

describe('the names of the stream', () => {
  const own = Object.values(customName).filter((name) => name.startsWith('countersign.'));

  it('are the names of CUSTOM events', () => {
    const ofAgents = Object.values(customName).filter((name) => !own.includes(name));
    // LangGraph's and Mastra's, read by the adapters.
    expect(namesOf('names').toSorted()).toEqual([...ofAgents, 'on_interrupt'].toSorted());
    const page = textOf('server-stream');
    for (const name of own) expect(page).toContain(`\`${name}\``);
  });

  it('are the types of outputs that the console draws', () => {
    const drawn = ['outputs/output-view.tsx', 'rows/message-segments.ts'].flatMap((file) => {
      const source = readFileSync(join('apps/console/src/features/stream', file), 'utf8');
      return [...source.matchAll(/case '(\w+)':|output\.type (?:===|!==) '(\w+)'/g)].map(
        ([, one, other]) => one ?? other,
      );
    });
    // Reasoning is folded into parts of its own, a message becomes a question: neither is drawn as an output.
    const others = ['thinking', 'upformat'];
    expect(namesOf('outputs').toSorted()).toEqual([...new Set([...drawn, ...others])].toSorted());
  });
});

describe('the statuses of the specification', () => {
  const statuses = tables
    .filter(({ kind }) => kind === 'statuses')
    .flatMap(({ name, rows }) =>
      rows.flatMap(([cell = '']) => (cell.match(/\b\d{3}\b/g) ?? []).map((one) => [name, one])),
    );

  it('are those that an agent of the library gives, and those after which an answer is sent again', () => {
    const library = readFileSync('packages/agent/src/problem-response.ts', 'utf8');
    const given = new Set([...library.matchAll(/: \[(\d{3}),/g)].map(([, status]) => status));
    const sending = readFileSync('packages/parts/desk/src/delivery/send.ts', 'utf8');
    const again = new Set(
      [...sending.matchAll(/const later = .*/g)].flatMap(
        ([line]) => line.match(/\b4\d\d\b/g) ?? [],
      ),
    );
    expect([...again].toSorted()).toEqual(['408', '425', '429']);
    const unknown = statuses.filter(
      ([name, status = '']) => !given.has(status) && !(name === 'delivery' && again.has(status)),
    );
    expect(unknown).toEqual([]);
    expect(statuses).toHaveLength(11);
  });
});

describe('a batch', () => {
  const page = textOf('server-stream');

  it('has the members that the page names', () => {
    const envelope = {
      ...{ position: 7, threadId: 't', runId: 'r', sequence: 1, receivedAt: 1, agentId: 'a' },
      event: '{"type":"STEP_STARTED","stepName":"plan"}',
    };
    const words = wordsIn(page);
    for (const name of Object.keys(JSON.parse(encodeBatch([envelope])))) {
      expect(words.has(name), name).toBe(true);
    }
    const inTable = new Set(only('batch').rows.flatMap((cells) => cells.flatMap(namesIn)));
    const real = new Set([...Object.keys(envelopeSchema.shape), 'sources']);
    expect([...inTable].filter((name) => !real.has(name))).toEqual([]);
  });

  it('of the example is what the page says of it', () => {
    const [, example = ''] = /```json\n(\{\n {2}"position".*?)```/s.exec(page) ?? [];
    const envelopes = decodeBatch(JSON.parse(example)).map((one) => envelopeSchema.parse(one));
    expect(envelopes[2]).toMatchObject({ position: 815, sequence: 41, receivedAt: 1795430936687 });
  });
});
