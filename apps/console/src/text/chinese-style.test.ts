import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memberOf } from '@countersign/json/json-object';
import { describe, expect, it } from 'vitest';
import { setLocale } from './locale.ts';
import { rooms } from './rooms.ts';
import { agentsText } from './zh-cn/agents.ts';
import { decisionText } from './zh-cn/decision.ts';
import { formsText } from './zh-cn/forms.ts';
import { spaced } from './zh-cn/spaced.ts';
import { commonText, timePhrases } from './zh-cn/words.ts';
import { zhCn } from './zh-cn/zh-cn.ts';

const folder = fileURLToPath(new URL('zh-cn', import.meta.url));

/** The sources of a folder, without those of tests. */
const sourcesIn = (place: string): string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /(?<!\.test)\.tsx?$/.test(name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));

/** Every text in the sources of the Chinese catalogue, with its file. */
function textsOfFiles(): [file: string, text: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.ts'))
    .flatMap(({ parentPath, name }) =>
      textsIn(readFileSync(join(parentPath, name), 'utf8')).map((text): [string, string] => [
        name,
        text,
      ]),
    );
}

/** The texts of a source. What is inserted (`${…}` and `{…}`) becomes one `◇`: it may be in any language. */
const textsIn = (source: string): string[] =>
  [
    ...source
      .replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
      .matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g),
  ]
    .map(([, single, template]) => (single ?? template ?? '').replaceAll(/\$?\{[^{}]*\}/g, '◇'))
    .filter((text) => /[\u4e00-\u9fff]/.test(text));

/** The texts that a module of this folder exports, in Chinese; empty = it makes texts of others. */
async function textsOf(room: string): Promise<object> {
  if (room === 'texts') return zhCn;
  if (room === 'knowledge') return (await rooms.knowledge['zh-CN']?.()) ?? {};
  return existsSync(join(folder, `${room}.ts`)) ? await import(`./zh-cn/${room}.ts`) : {};
}

/** The lines of a component in which a space follows a text that ends with a full-width mark. */
async function spacedMarks(source: string): Promise<string[]> {
  const named = new Map<string, unknown>();
  for (const [, names = '', room = ''] of source.matchAll(
    /import \{([^}]*)\} from '[^']*\/text\/([\w-]+)\.ts'/g,
  )) {
    const texts = await textsOf(room);
    for (const [, name = '', as = name] of names.matchAll(/(\w+)(?: as (\w+))?/g))
      named.set(as, memberOf(texts, name));
  }
  const textAt = (path: string): unknown => {
    const [first = '', ...rest] = path.split('.');
    return rest.reduce<unknown>((text, name) => memberOf(text, name), named.get(first));
  };
  for (const [, name = '', path = ''] of source.matchAll(/const (\w+) = (\w+(?:\.\w+)*);/g))
    if (!named.has(name)) named.set(name, textAt(path));
  const beside = /(\w+(?:\.\w+)+)\}(?:<\/\w+>)?(?:\{' '\}| \{| \$\{| <)/g;
  const isMarked = (text: unknown) => typeof text === 'string' && /[。：，；？！]$/.test(text);
  return source
    .split('\n')
    .filter((line) => [...line.matchAll(beside)].some(([, path = '']) => isMarked(textAt(path))));
}

const han = '[\\u4e00-\\u9fff]';
/** Half-width marks next to a Chinese character. */
const halfWidth = new RegExp(`${han}[,;:?!()"]|[,;?!()"]${han}|\\.\\.\\.`);
/** Latin letters and digits without a space next to a Chinese character. */
const noSpace = new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9%]${han}`);
/** A space next to a mark that has its own. */
const doubleSpace = / [，。：；？！、（）“”]|[，。：；？！、（“”] /;

/** What is written so on purpose: the form of a line that is typed. */
const asTyped = /名称: (?:值|说明)|Example: “…”/;

const breaking = (rule: RegExp) =>
  textsOfFiles()
    .filter(([, text]) => rule.test(text.replace(asTyped, '')))
    .map(([file, text]) => `${file}: ${text}`);

describe('Chinese texts', () => {
  it('are found', () => {
    expect(textsOfFiles().length).toBeGreaterThan(2_000);
    expect(textsIn("a: '添加',\n  // '注'\n  b: (x) => `移除 {x}？`")).toEqual([
      '添加',
      '移除 ◇？',
    ]);
  });

  it('have full-width punctuation', () => {
    expect(breaking(halfWidth)).toEqual([]);
  });

  it('have a space next to Latin letters and digits', () => {
    expect(breaking(noSpace)).toEqual([]);
  });

  it('have no space next to punctuation', () => {
    expect(breaking(doubleSpace)).toEqual([]);
  });

  it('use the words of the glossary', () => {
    // Instead of: 可供性, 请求头, 注册, 智能体卡片, 驳回, 修改, 提问.
    expect(breaking(/示能(?!符)|标头|登记|名片|否决|编辑(?!器)|问询/)).toEqual([]);
  });

  it('have no pronouns with a gender', () => {
    expect(breaking(/(?<!其)他(?![方人])|她/)).toEqual([]);
  });

  it('have no space behind their last mark, beside what is shown next to them', async () => {
    const sources = ['features', 'routes', 'ui'].flatMap((place) =>
      sourcesIn(fileURLToPath(new URL(`../${place}`, import.meta.url))),
    );
    const found = await Promise.all(sources.map(spacedMarks));
    expect(found.flat()).toEqual([]);
  });

  it('have the marks of their language between parts', () => {
    setLocale('zh-CN');
    expect(formsText.day('星期一', '9天后')).toBe('星期一，9 天后');
    expect(formsText.day('星期六', '明天')).toBe('星期六，明天');
    expect(decisionText.answeredAs('由你答复', '03:24:45', '1 处修改')).toBe(
      '由你答复，03:24:45，1 处修改',
    );
    expect(agentsText.page.throughOf('Orchestrator', '此任务', '51 秒前')).toBe(
      'Orchestrator 曾在此任务中代它发言，51 秒前',
    );
    expect(timePhrases.hoursNarrow(1, 59)).toBe('1 小时 59 分');
  });

  it('leave the space beside a value to the value', () => {
    const own = sourcesIn(folder)
      .flatMap((source) => source.split('\n'))
      .filter((line) => /[\u4e00-\u9fff] \$\{|\$\{[^{}]*\} [\u4e00-\u9fff]/.test(line));
    expect(own).toEqual([]);
    const remove = (name: string) => spaced`移除${name}？`;
    expect([remove('Ada'), remove('标签'), remove('/v2'), remove('“甲”'), remove('')]).toEqual([
      '移除 Ada？',
      '移除标签？',
      '移除 /v2？',
      '移除“甲”？',
      '移除？',
    ]);
    expect(spaced`${3}个${'智能体'}由${'Bo'}处理`).toBe('3 个智能体由 Bo 处理');
  });
});

it('ends a text of an agent with the mark of its language', () => {
  expect(commonText.sentences(['Upper end, in EUR', '20 至 400', '例如 5'])).toBe(
    'Upper end, in EUR. 20 至 400。例如 5',
  );
  expect(commonText.sentences([])).toBe('');
});
