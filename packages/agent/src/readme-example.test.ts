import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the README contains exactly the example that runs', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const example = read('../examples/greeter.ts').trimEnd();
  expect(read('../../../README.md')).toContain(`\`\`\`ts\n${example}\n\`\`\``);
});
