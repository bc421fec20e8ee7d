import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentStatements } from '@countersign/adapters/agent-statements';
import { askStatements } from '@countersign/adapters/ask-statements';
import { mcpAskStatements } from '@countersign/adapters/mcp-server/question-statements';
import { lossStatements } from '@countersign/adapters/relay/losses';
import { relayStatements } from '@countersign/adapters/relay/relay-statements';
import { serverStatements } from '@countersign/api/statements';
import { checkStatements } from '@countersign/check/statements';
import { deskStatements } from '@countersign/desk/statements';
import { haiStatements } from '@countersign/hai/statements';
import { shapeStatements } from '@countersign/json/shape-message';
import { fillTemplate, statementsOf } from '@countersign/json/statement';
import { schemaStatements } from '@countersign/json-schema/statements';
import { argumentStatements } from '@countersign/signifiers/call/faults';
import { selectStatements } from '@countersign/signifiers/select/reasons';
import { threadStatements } from '@countersign/thread/statements';
import { uapStatements } from '@countersign/uap/statements';
import { upFormatStatements } from '@countersign/upformat/statements';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { locales } from '../locales.ts';
import { rooms } from '../rooms.ts';
import { statementsOfCheck } from '../zh-cn/statements/check.ts';

const catalogues: Readonly<Record<string, string>>[] = [
  serverStatements,
  checkStatements,
  deskStatements,
  agentStatements,
  haiStatements,
  askStatements,
  mcpAskStatements,
  schemaStatements,
  shapeStatements,
  selectStatements,
  argumentStatements,
  threadStatements,
  uapStatements,
  upFormatStatements,
];
const english = catalogues.flatMap((catalogue) => Object.entries(catalogue));

/** The names of the places of a template, sorted. */
function placesOf(template: string): string[] {
  const names: string[] = [];
  const note = (name: string) => {
    names.push(name);
    return '';
  };
  fillTemplate(template, note, String);
  return names.sort();
}

const chinese = async () => {
  const templateOf = (await locales['zh-CN']?.load())?.statementTemplate;
  // Loaded with the dialog that shows them.
  const own: Readonly<Record<string, string>> = statementsOfCheck;
  return (code: string) => own[code] ?? templateOf?.(code) ?? null;
};

it('has each code once', () => {
  const codes = english.map(([code]) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

it('has a Chinese text for every code, with the same placeholders', async () => {
  const templateOf = await chinese();
  const wrong = english.filter(([code, template]) => {
    const own = templateOf(code);
    return own === null || own === '' || placesOf(own).join() !== placesOf(template).join();
  });
  expect(wrong).toEqual([]);
});

it('has a Chinese text for every code of a memory, once its screens are loaded', async () => {
  const root = new URL('../../../../../packages/memory/src/statements.ts', import.meta.url);
  const codes = [...readFileSync(root, 'utf8').matchAll(/'(memory\.[\w-]+)':\s+'(.*)'/g)].map(
    ([, code = '', template = '']) => [code, template] as const,
  );
  expect(codes.length).toBeGreaterThan(40);
  await rooms.knowledge['zh-CN']?.();
  const templateOf = await chinese();
  const wrong = codes.filter(([code, template]) => {
    const own = templateOf(code);
    return own === null || own === '' || placesOf(own).join() !== placesOf(template).join();
  });
  expect(wrong).toEqual([]);
});

it('has a Chinese text for every refusal and loss of the gateway, once its screens are loaded', async () => {
  await rooms.registry['zh-CN']?.();
  const templateOf = await chinese();
  const wrong = Object.entries({ ...relayStatements, ...lossStatements }).filter(
    ([code, template]) => {
      const own = templateOf(code);
      return own === null || own === '' || placesOf(own).join() !== placesOf(template).join();
    },
  );
  expect(wrong).toEqual([]);
});

describe('a statement in Chinese', () => {
  // Modules take their texts when they are loaded: these are loaded in Chinese, and are not left to the tests that follow.
  beforeEach(() => vi.resetModules());
  afterEach(() => vi.resetModules());

  const read = async () => {
    const { setMessages: set } = await import('../messages.ts');
    const { locales: fresh } = await import('../locales.ts');
    const zh = await fresh['zh-CN']?.load();
    if (zh !== undefined) set('zh-CN', zh);
    return import('./statements.ts');
  };

  it('inserts values, lists and other statements', async () => {
    const { statementSentence } = await read();
    const say = statementsOf(schemaStatements);
    const types = say('schema.type', { types: [say('schema.type.number'), 'date', '{limit}'] });
    const why = say('schema.name-because', { name: '$& {why}', why: types });
    expect(statementSentence(JSON.parse(JSON.stringify(why.statement)), why.text)).toBe(
      '不允许使用名称 $& {why}：必须是数字、date 或 {limit}',
    );
  });

  it('has a space between Chinese words and values in Latin letters, and only there', async () => {
    const { statementText } = await read();
    const said = (id: string, time: string | number) => [
      statementText({ code: 'task.unknown', params: { id } }),
      statementText({ code: 'request.try-again-in', params: { time } }),
    ];
    expect(said('t-1', 30)).toEqual(['任务 t-1 不存在。', '请求过多，请在 30 后重试。']);
    expect(said('“甲”', '三秒')).toEqual(['任务“甲”不存在。', '请求过多，请在三秒后重试。']);
    const operation = { op: 'replace', path: '/名称', reason: 'x' };
    expect(statementText({ code: 'lint.operation', params: operation })).toBe('replace /名称：x');
  });

  it('is the English text where it is missing, unknown or damaged', async () => {
    const { faultText, statementSentence } = await read();
    expect(statementSentence(undefined, 'Recorded in 2025.')).toBe('Recorded in 2025.');
    expect(statementSentence({ code: 'of.a-newer-server' }, 'Newer.')).toBe('Newer.');
    const inner = { code: 'stream.breach', params: { rule: 'x', detail: { code: 'newer' } } };
    expect(statementSentence(inner, 'x: newer')).toBe('x: newer');
    expect(faultText({ message: 'Is required' })).toBe('Is required');
    expect(faultText({ message: 'Is required', statement: { code: 'schema.required' } })).toBe(
      '必填',
    );
  });

  it('shows a problem by its case, else by its title', async () => {
    const text = await read();
    expect(text.statementText({ code: 'task.unknown', params: { id: 't-1' } })).toBe(
      '任务 t-1 不存在。',
    );
    const { problemText } = await import('./problems.ts');
    const problem = { type: '/problems/not-found', title: 'x', status: 404 };
    const statement = { code: 'task.unknown', params: { id: 't-1' } };
    expect(problemText({ ...problem, detail: 'There is no task t-1.', statement })).toBe(
      '任务 t-1 不存在。',
    );
    expect(problemText({ ...problem, detail: 'Gone.' })).toMatch(/Gone\.$/);
  });
});

it('is used by the server or a package, every code of the server', () => {
  const root = fileURLToPath(new URL('../../../../..', import.meta.url));
  const sources = [
    'apps/bff/src',
    'packages/server/src',
    'packages/parts',
    'packages/adapters/src',
    'packages/api/src',
  ]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter(({ name }) => /(?<!\.test|statements)\.ts$/.test(name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  // The code of these contains the name of a state, a protocol or a setting.
  const isComposed = (code: string) =>
    /^(state|run-status|protocol|control\.\w+\.url)[.-]/.test(code);
  const unused = Object.keys(serverStatements).filter(
    (code) => !isComposed(code) && !sources.some((source) => source.includes(`'${code}'`)),
  );
  expect(unused).toEqual([]);
});
