// Each schema of zod brings the code that writes it as JSON Schema: a tenth of what the console loads first, and nothing in it uses that.

import { readFile } from 'node:fs/promises';

const unused = /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/;
const exported = /^export (?:const|function) (\w+)/gm;

/** Builds the console with zod's exports to JSON Schema as functions that throw. @returns {import('vite').Plugin} */
export function withoutSchemaExport() {
  const replaced = new Set();
  return {
    name: 'without-schema-export',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: unused },
      async handler(id) {
        replaced.add(id);
        const source = await readFile(id, 'utf8');
        const names = [...source.matchAll(exported)].map(([, name]) => name);
        return [
          `const refuse = () => { throw new Error('The console cannot write JSON Schema.'); };`,
          `const create = () => refuse;`,
          ...names.map(
            (name) => `export const ${name} = ${name.startsWith('create') ? 'create' : 'refuse'};`,
          ),
        ].join('\n');
      },
    },
    buildEnd(error) {
      if (error === undefined && replaced.size !== 2) {
        throw new Error(
          'zod has its exports to JSON Schema elsewhere now: see scripts/without-schema-export.mjs.',
        );
      }
    },
  };
}
