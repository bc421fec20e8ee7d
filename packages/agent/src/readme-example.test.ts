import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it.each(['README.md', 'README.zh-CN.md'])('%s contains exactly the example that runs', (readme) => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const example = read('../examples/greeter.ts').trimEnd();
  expect(read(`../../../${readme}`)).toContain(`\`\`\`ts\n${example}\n\`\`\``);
});

it.each(['ask-once', 'approved-tool'])(
  'the page of the libraries contains the example %s',
  (name) => {
    const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
    const names = JSON.parse(read('../../api/src/published-names.json'));
    const example = read(`../examples/${name}.ts`).trimEnd();
    const published = example.replaceAll('@countersign/agent', names.npm.agent);
    expect(read('../../../docs/libraries.md')).toContain(`\`\`\`ts\n${published}\n\`\`\``);
  },
);
