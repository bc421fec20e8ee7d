import { readdirSync, readFileSync } from 'node:fs';
import { fillTemplate, readStatement } from '@countersign/json/statement';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { putCallPolicySchema } from '../affordance-call.ts';
import { createDecisionsSchema } from '../bulk.ts';
import { registerArtifactSchema } from '../environment.ts';
import { extractSchema } from '../knowledge-sharing.ts';
import { queueFilterSchema } from '../prompts/queue.ts';
import { promptsRoutes } from '../routes/prompts.ts';
import { classPolicySchema } from '../settings/policy.ts';
import { threadIdSchema } from '../shapes/thread-id.ts';
import { serverStatements } from '../statements.ts';
import { createTaskSchema } from '../task.ts';

const templates: Readonly<Record<string, string>> = serverStatements;
const row = { promptId: 'p', digest: 'd' };
const many = { idempotencyKey: 'key-of-many' };
const edit = { type: 'edit', content: { value: 1 } };
const search = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`f${index}`, 'x']));
const words = Array.from({ length: 100 }, (_, index) => `w${index}`);

/** A value that each refinement refuses. */
const refused: [string, z.ZodType, unknown][] = [
  ['request.no-member', putCallPolicySchema, {}],
  ['request.no-reason', classPolicySchema.shape.reasonFor, ['edit']],
  ['request.no-input', createTaskSchema, { agentId: 'demo' }],
  ['request.no-condition', queueFilterSchema, { condition: '{' }],
  [
    'request.row-edit',
    createDecisionsSchema,
    { ...many, items: [{ ...row, feedback: { type: 'approve' } }] },
  ],
  ['request.not-for-many', createDecisionsSchema, { ...many, items: [row], feedback: edit }],
  ['request.one-or-each', createDecisionsSchema, { ...many, items: [row] }],
  ['request.url-or-agent', registerArtifactSchema, { name: 'arm', kind: 'mcp' }],
  [
    'request.url-credentials',
    registerArtifactSchema,
    { name: 'arm', kind: 'wot', url: 'https://ann:secret@arm.example/' },
  ],
  ['request.unusable-id', threadIdSchema, '..'],
  ['request.id-of-asker', threadIdSchema, 'asker:gateway'],
  [
    'request.too-many-filters',
    promptsRoutes['POST /api/views'].body,
    { name: 'v', shared: false, search },
  ],
  [
    'request.too-many-terms',
    extractSchema,
    { policy: { terms: Object.fromEntries([...'abcdef'].map((type) => [type, words])) } },
  ],
];

it.each(refused)('%s is said with the English text of the catalogue', (code, schema, value) => {
  const issues = schema.safeParse(value).error?.issues ?? [];
  const said = issues.flatMap((issue) => {
    const statement = issue.code === 'custom' ? readStatement(issue.params?.['statement']) : null;
    return statement === null ? [] : [{ statement, message: issue.message }];
  });
  const found = said.find(({ statement }) => statement.code === code);
  const text = fillTemplate(
    templates[code] ?? '',
    (name) => found?.statement.params?.[name],
    String,
  );
  expect(found?.message).toBe(text);
});

it('no refinement of a request is without a statement', () => {
  const folder = new URL('..', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => /(?<!\.test)\.ts$/.test(name));
  const bare = sources.filter((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\.refine\(/g)].some(
      ({ index, input }) => !input.slice(index, index + 400).includes('statedIssue('),
    ),
  );
  expect(bare).toEqual([]);
});
