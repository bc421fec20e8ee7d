import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { spaced } from './zh-cn/spaced.ts';

const folder = fileURLToPath(new URL('zh-cn', import.meta.url));

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

  it('leave the space beside a value to the value', () => {
    const own = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith('.ts'))
      .flatMap(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').split('\n'))
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
