import { describe, expect, it } from 'vitest';
import { readSeedPack } from './seed-pack.ts';

const now = Date.parse('2026-11-01T00:00:00Z');
const read = (pack: unknown) => readSeedPack(pack, { now });
const workflow = {
  memory_type: 'workflow',
  importance: 'high',
  content: { workflow_name: 'PCI repair', steps: 'detect: compare\nplan: choose' },
};

describe('a seed pack', () => {
  it('is read in both spellings and both languages', () => {
    const english = read({
      ...{ pack_id: 'ran', version: 2, domain_tags: ['ran', 'ran'], items: [workflow] },
    });
    expect(english).toMatchObject({
      ok: true,
      value: {
        ...{ id: 'ran', version: '2', domainTags: ['ran'] },
        items: [
          { index: 0, name: 'PCI repair', importance: 'high', knowledge: { type: 'workflow' } },
        ],
      },
    });
    const chinese = read({
      ...{ 包ID: 'ran', 领域标签: ['无线'] },
      内容列表: [{ 记忆类型: '语义记忆', 重要性: '高', 内容: { concept_name: 'PCI' } }],
    });
    expect(chinese).toMatchObject({
      value: { items: [{ importance: 'high', knowledge: { content: { domain: '无线' } } }] },
    });
  });

  it('gives an item the same id whenever it says the same, and another one in another pack', () => {
    const idIn = (pack_id: string) => {
      const pack = read({ pack_id, items: [workflow] });
      return pack.ok ? pack.value.items[0]?.knowledge.id : null;
    };
    expect(idIn('a')).toBe(idIn('a'));
    expect(idIn('a')).not.toBe(idIn('b'));
  });

  it('is refused as a whole, with every place that is wrong', () => {
    const pack = read({
      pack_id: '',
      domain_tags: 'ran',
      items: [workflow, { memory_type: 'poem', content: {} }, { memory_type: 'semantic' }, 7],
    });
    expect(pack.ok).toBe(false);
    const paths = pack.ok ? [] : pack.faults.map(({ path }) => path);
    expect(paths).toEqual([
      ...['/pack_id', '/domain_tags', '/items/1/memory_type', '/items/2/content', '/items/3'],
    ]);
  });

  it.each([
    ['a list', []],
    ['nothing', null],
    ['a pack without items', { pack_id: 'a', items: [] }],
    ['too many items', { pack_id: 'a', items: Array.from({ length: 2_001 }, () => workflow) }],
    [
      'a name that reaches a prototype',
      JSON.parse(
        '{"pack_id":"a","items":[{"memory_type":"semantic","content":{"concept_name":"x","properties":{"__proto__":{"a":1}}}}]}',
      ),
    ],
    [
      'a text that is too long',
      {
        pack_id: 'a',
        items: [{ memory_type: 'semantic', content: { concept_name: 'x'.repeat(300_000) } }],
      },
    ],
    ['an id with a control character', { pack_id: 'a\u0000', items: [workflow] }],
  ])('refuses %s', (_, pack) => {
    expect(read(pack).ok).toBe(false);
  });
});
