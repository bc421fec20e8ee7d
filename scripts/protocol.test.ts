import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateSchema } from '@countersign/upformat/message';
import { checkTransition, type TransitionKind } from '@countersign/upformat/transition';
import { describe, expect, it } from 'vitest';
import {
  baseMembers,
  breachRules,
  contentOf,
  events,
  facts,
  folder,
  jsonSchemas,
  membersOf,
  namesIn,
  objects,
  pages,
  type Table,
  tablesIn,
  values,
} from './protocol.ts';

const tables = pages.flatMap((page) => tablesIn(readFileSync(join(folder, `${page}.md`), 'utf8')));
const named = (kind: string) => tables.filter((table) => table.kind === kind);
const only = (kind: string): Table => {
  const [table, ...more] = named(kind);
  if (table === undefined || more.length > 0) throw new Error(`Not one table of ${kind}.`);
  return table;
};
const first = (cells: readonly string[]): string => namesIn(cells[0] ?? '')[0] ?? '';
const sorted = (entries: Iterable<readonly [string, unknown]>) =>
  [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('the specification', () => {
  it('lists every object, and no other', () => {
    const listed = named('members').map(({ name }) => name);
    expect(listed.toSorted()).toEqual([...Object.keys(objects), 'base'].toSorted());
  });

  it.each(Object.keys(objects))(
    'names exactly the members of %s, and which are required',
    (name) => {
      const table = tables.find((each) => each.kind === 'members' && each.name === name);
      const said = (table?.rows ?? []).map((cells) => [first(cells), cells[1] === 'yes'] as const);
      const schema = objects[name];
      if (schema === undefined) throw new Error(name);
      // What a kind of feedback contains depends on the kind.
      const real = [...membersOf(schema)];
      expect(sorted(said)).toEqual(sorted(real));
    },
  );

  it.each(Object.keys(values).filter((name) => name !== 'anomaly'))(
    'names exactly the values of %s',
    (name) => {
      const table = tables.find((each) => each.kind === 'values' && each.name === name);
      expect((table?.rows ?? []).map(first).toSorted()).toEqual(
        [...(values[name] ?? [])].toSorted(),
      );
    },
  );

  it('names exactly the content of each kind of feedback', () => {
    const table = tables.find(({ kind, name }) => kind === 'values' && name === 'feedbackType');
    for (const cells of table?.rows ?? []) {
      const content = contentOf(first(cells));
      expect(namesIn(cells[1] ?? '').toSorted()).toEqual(Object.keys(content.shape).toSorted());
    }
  });

  it('names exactly the members that all events have', () => {
    const table = tables.find(({ name }) => name === 'base');
    expect(table?.rows.map(first).toSorted()).toEqual([...baseMembers].toSorted());
  });

  it('names exactly the events and their members', () => {
    const said = only('events').rows.map((cells): [string, unknown] => [
      first(cells),
      sorted([
        ...namesIn(cells[1] ?? '').map((member) => [member, true] as const),
        ...namesIn(cells[2] ?? '').map((member) => [member, false] as const),
      ]),
    ]);
    const real = [...events].map(([type, members]): [string, unknown] => [type, sorted(members)]);
    expect(sorted(said)).toEqual(sorted(real));
  });

  it('names exactly the facts, the anomalies and the rules of order', () => {
    const said = only('facts').rows.map((cells): [string, unknown] => [
      first(cells),
      namesIn(cells[1] ?? ''),
    ]);
    expect(sorted(said)).toEqual(sorted(Object.entries(facts)));
    expect(only('anomalies').rows.map(first).toSorted()).toEqual(
      [...(values['anomaly'] ?? [])].toSorted(),
    );
    expect(only('breaches').rows.map(first).toSorted()).toEqual([...breachRules].toSorted());
  });

  it('names exactly the transitions', () => {
    const said = new Map(
      only('transitions').rows.map((cells) => [first(cells), cells.slice(1).map(namesIn)]),
    );
    const states = stateSchema.options;
    for (const from of states) {
      const to = (kind: TransitionKind) =>
        states
          .filter((state) => state !== from && checkTransition(from, state) === kind)
          .toSorted();
      expect(said.get(from)?.map((names) => names.toSorted())).toEqual([to('common'), to('legal')]);
    }
  });
});

describe('a JSON Schema of the specification', () => {
  const made = jsonSchemas(tables);

  it.each([...made.keys()])('%s is the one that the code makes', (file) => {
    const read: unknown = JSON.parse(readFileSync(join(folder, 'schemas', file), 'utf8'));
    expect(read).toEqual(made.get(file));
  });

  it('has no file that is not made, and each is named on the first page', () => {
    expect(readdirSync(join(folder, 'schemas')).toSorted()).toEqual([...made.keys()].toSorted());
    const page = readFileSync(join(folder, 'README.md'), 'utf8');
    for (const file of made.keys()) expect(page).toContain(`schemas/${file}`);
  });
});
