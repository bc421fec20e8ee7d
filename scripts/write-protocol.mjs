// Writes the JSON Schemas of docs/protocol again, from the code and the words of the pages.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, jsonSchemas, pages, tablesIn } from './protocol.ts';

const tables = pages.flatMap((page) => tablesIn(readFileSync(join(folder, `${page}.md`), 'utf8')));
mkdirSync(join(folder, 'schemas'), { recursive: true });
for (const [file, schema] of jsonSchemas(tables)) {
  writeFileSync(join(folder, 'schemas', file), `${JSON.stringify(schema, null, 2)}\n`);
}
