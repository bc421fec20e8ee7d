import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it.each(['README.md', 'README.zh-CN.md'])('%s contains exactly the example that runs', (readme) => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const example = read('../examples/greeter.ts').trimEnd();
  expect(read(`../../../${readme}`)).toContain(`\`\`\`ts\n${example}\n\`\`\``);
});
