import type { Embedder } from '@countersign/search/embedder';
import { describe, expect, it } from 'vitest';
import { agent, billingTools, geoPlanner, registered } from '../testing/services.ts';
import { createSearchIndex } from './search-index.ts';
import { readSearchRequest } from './search-request.ts';

const geo = registered(geoPlanner);
const rootCause = agent('root-cause', {
  description: 'Finds the cause of a low downlink rate at a base station',
  tags: ['radio', '5G'],
});
const config = agent('network-config', {
  description: 'Changes the PCI and the power of cells',
  tags: ['radio'],
});
const rootCauseZh = agent('根因分析', {
  description: '分析基站下行速率下降的根本原因',
  tags: ['无线网络'],
});
const configZh = agent('参数配置', { description: '修改小区的物理标识和发射功率' });
const services = [geo, registered(billingTools), rootCause, config, rootCauseZh, configZh];

const index = createSearchIndex();
for (const service of services) index.put(service);

const request = (sent: object) => {
  const read = readSearchRequest({ query: 'x', ...sent });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value;
};
const names = new Map(services.map(({ id, name }) => [id, name]));
const search = (query: string, more: object = {}) =>
  index.search(request({ query, ...more })).map((hit) => ({ ...hit, name: names.get(hit.id) }));

describe('a search in plain words', () => {
  it('finds an agent by what it can do, with the reason', () => {
    const [best] = search('find the fastest route');
    expect(best).toMatchObject({
      name: 'geo-planner',
      method: 'lexical',
      explanation: {
        matched_fields: ['skills'],
        match_snippets: ['Fastest route between stops'],
      },
    });
    expect(best?.score).toBeGreaterThan(0.6);
    expect(best?.explanation.field_scores.skills).toBe(1);
  });

  it('finds an agent in Chinese, and the right one first', () => {
    expect(search('基站速率下降的原因是什么', { min_relevance_score: 0.1 })[0]?.name).toBe(
      '根因分析',
    );
    expect(search('请帮我修改小区的功率')[0]?.name).toBe('参数配置');
    expect(search('根因')[0]).toMatchObject({
      name: '根因分析',
      explanation: { matched_fields: ['name'] },
    });
  });

  it('survives typing errors, which count less', () => {
    const [exact] = search('downlink rate');
    const [typed] = search('downlnk rate');
    expect(typed?.name).toBe('root-cause');
    expect(typed?.score).toBeLessThan(exact?.score ?? 0);
  });

  it('finds nothing for what no service does, whatever else it finds', () => {
    expect(search('bake a cake')).toEqual([]);
    expect(search('烤蛋糕')).toEqual([]);
  });

  it('finds a common word beside one that no service has', () => {
    const own = createSearchIndex();
    for (let at = 0; at < 200; at += 1) {
      own.put({ ...agent(`planner-${at}`, { description: 'Plans a route' }), id: String(at) });
      own.put({ ...agent(`biller-${at}`, { description: 'Writes invoices' }), id: `b${at}` });
    }
    const hits = own.search(request({ query: 'quickest route' }));
    expect(hits).toHaveLength(10);
    expect(hits.every(({ explanation }) => explanation.matched_fields.includes('skills'))).toBe(
      true,
    );
  });

  it('has scores that do not depend on the best hit', () => {
    const full = search('cause of low downlink rate')[0]?.score ?? 0;
    const partly = search('cause of broken furniture', { min_relevance_score: 0 })[0]?.score ?? 0;
    expect(partly).toBeLessThan(full * 0.8);
  });

  it.each([
    ['output modes', { required_output_modes: ['application/json'] }],
    ['streaming', { required_capabilities: { streaming: true } }],
    ['streaming in the other spelling', { capabilities: { streaming: true } }],
    ['the owner', { provider_organization: 'Acme' }],
  ])('requires %s', (_, more) => {
    const free = search('radio cells route', { min_relevance_score: 0 });
    expect(free.length).toBeGreaterThan(1);
    const found = search('radio cells route', { min_relevance_score: 0, ...more });
    expect(found.map(({ name }) => name)).toEqual(['geo-planner']);
  });

  it('returns as many as wanted, in the order that is wanted', () => {
    const all = { min_relevance_score: 0 };
    expect(search('radio', all)).toHaveLength(2);
    expect(search('radio', { ...all, top_k: 1 })).toHaveLength(1);
    const sorted = search('radio', { ...all, sort_by: 'alphabetical' });
    expect(sorted.map(({ name }) => name)).toEqual(['network-config', 'root-cause']);
  });

  it('prefers the healthy one of two equals', () => {
    const two = createSearchIndex();
    const same = registered(geoPlanner, { id: 'b' });
    two.put(registered(geoPlanner, { id: 'a', health_status: 'unhealthy' }));
    two.put(same);
    const ids = () => two.search(request({ query: 'route' })).map(({ id }) => id);
    expect(ids()).toEqual(['b', 'a']);
    // Health alone changes.
    two.put({ ...same, health_status: 'unhealthy' });
    expect(ids()).toEqual(['a', 'b']);
  });

  it('forgets what was removed or replaced', () => {
    const own = createSearchIndex();
    own.put(geo);
    own.put({ ...geo, agent_info: { a2a_agent_card: { skills: [{ description: 'Cooks' }] } } });
    expect(own.search(request({ query: 'route' }))).toEqual([]);
    expect(own.search(request({ query: 'cooks' }))).toHaveLength(1);
    own.remove(geo.id);
    expect(own.search(request({ query: 'cooks' }))).toEqual([]);
    expect(own.textOf(geo.id)).toBeNull();
    own.put(geo);
    expect(own.search(request({ query: 'route' }))).toHaveLength(1);
  });
});

describe('a search by name', () => {
  it('is exact, begun, or misspelled', () => {
    expect(index.byName('geo-planner', 1)).toEqual([geo.id]);
    expect(index.byName('netw', 1)).toEqual([config.id]);
    expect(index.byName('geo-planer', 1)).toEqual([geo.id]);
    expect(index.byName('配置', 1)).toEqual([configZh.id]);
    expect(index.byName('zzz', 5)).toEqual([]);
  });
});

describe('a search with a model', () => {
  /** Knows one word of meaning: power. */
  const embedder: Embedder = {
    model: 'two-words',
    embed: async (texts) => texts.map((text) => (/功率|strength/.test(text) ? [0.9, 0.1] : [0, 1])),
  };
  const embedded = async (query: string, ids: readonly string[]) => {
    const texts = ids.map((id) => index.textOf(id) ?? '');
    const [first = [], ...vectors] = await embedder.embed([query, ...texts]);
    const known = new Map(ids.map((id, at) => [id, vectors[at] ?? []]));
    return { query: first, of: (id: string) => known.get(id) };
  };

  it('finds what shares no term with the query, and says how', async () => {
    const meaning = await embedded('radiated strength', [configZh.id, geo.id]);
    const hits = index.search(request({ query: 'radiated strength' }), meaning);
    expect(hits).toMatchObject([{ id: configZh.id, method: 'embedding' }]);
    expect(hits[0]?.score).toBeGreaterThan(0.5);
  });

  it('is lexical for services without a vector', async () => {
    const meaning = await embedded('downlink rate', [configZh.id]);
    const hits = index.search(request({ query: 'downlink rate' }), meaning);
    expect(hits.find(({ id }) => id === rootCause.id)).toMatchObject({ method: 'lexical' });
  });
});

describe('the request of a search', () => {
  it('has the defaults of the contract', () => {
    expect(request({ query: 'a' })).toEqual({
      query: 'a',
      limit: 10,
      inputModes: [],
      outputModes: [],
      streaming: null,
      pushNotifications: null,
      extendedCard: null,
      owner: '',
      minScore: 0.3,
      sortBy: 'relevance',
      explains: false,
    });
  });

  it('may be spelled as in its examples', () => {
    expect(request({ topK: 3, minRelevanceScore: 0.5, requiredInputModes: ['a/b'] })).toMatchObject(
      {
        limit: 3,
        minScore: 0.5,
        inputModes: ['a/b'],
      },
    );
  });

  it.each([
    ['/query', { query: ' ♥ ' }],
    ['/query', { query: 7 }],
    ['/query', { query: 'x'.repeat(2_001) }],
    ['/top_k', { top_k: 0 }],
    ['/top_k', { top_k: 101 }],
    ['/min_relevance_score', { min_relevance_score: 2 }],
  ])('is refused for %s: %j', (path, change) => {
    const read = readSearchRequest({ query: 'a', ...change });
    expect(read.ok ? [] : read.faults.map((fault) => fault.path)).toEqual([path]);
  });
});
