import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIdSource } from '../model/id-source.ts';
import type { Knowledge } from '../model/knowledge.ts';
import type { Memory } from '../model/memory.ts';
import { createMemoryIndex } from '../retrieve/memory-index.ts';
import { memoryOf, sampleNow as now } from '../testing/samples.ts';
import { readKnowledgeItem } from '../wire/knowledge-item.ts';
import { absorb } from './absorb.ts';
import { decideQuestion, type QuestionDecision } from './decide-question.ts';
import { createKnownMemories } from './known-memories.ts';
import type { Question } from './question.ts';
import { relate } from './same-text.ts';

const zeros = (count: number) => new Uint8Array(count);

function knowledge(type: Knowledge['type'], content: object, more: object = {}): Knowledge {
  const read = readKnowledgeItem(
    { title: 'T', source_memory_type: type, content, source_agent: 'far', ...more },
    { now },
  );
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value;
}
const workflow = (name: string, steps: string, more: object = {}, status = 'success') =>
  knowledge(
    'workflow',
    { workflow_name: name, steps, result_status: status },
    { title: name, ...more },
  );
const concept = (name: string, general: object, more: object = {}) =>
  knowledge(
    'semantic',
    { concept_name: name, generalized_properties: general },
    { title: name, ...more },
  );

/** A store of memories that only absorbs and decides. */
function storeOf(memories: readonly Memory[] = []) {
  const known = createKnownMemories(memories);
  const all = new Map(memories.map((memory) => [memory.id, memory]));
  const questions = new Map<string, Question>();
  const createId = createIdSource({ now: () => now, randomBytes: zeros });
  const receiver = { agent: 'near', layer: 'personal' as const };
  return {
    all,
    questions,
    known,
    absorb(...items: readonly Knowledge[]) {
      const absorbed = absorb(items, known, { now, createId, receiver });
      for (const memory of absorbed.memories) all.set(memory.id, memory);
      for (const question of absorbed.questions) questions.set(question.id, question);
      return absorbed;
    },
    decide(question: Question, decision: QuestionDecision) {
      const ports = {
        known,
        by: { id: 'ada', name: 'ada' },
        now: now + 1,
        others: [...questions.values()],
      };
      const decided = decideQuestion(question, decision, ports);
      if (decided.ok) {
        questions.delete(question.id);
        for (const memory of decided.memories) all.set(memory.id, memory);
      }
      return decided;
    },
    list: () => [...all.values()],
  };
}
const repair = 'detect:compare neighbour ids\nplan:choose a free id\ndeploy:push the configuration';

describe('absorbing', () => {
  it('the same knowledge three times stores it once, and changes nothing the second time', () => {
    const store = storeOf();
    const item = workflow('Repair', repair);
    expect(store.absorb(item).outcomes).toMatchObject([{ strategy: 'stored' }]);
    const before = store.list();
    for (const items of [[item], [item, item]]) {
      const again = store.absorb(...items);
      expect(again).toMatchObject({ memories: [], revisions: [], questions: [] });
      expect(again.outcomes.every(({ strategy }) => strategy === 'unchanged')).toBe(true);
    }
    expect(store.list()).toEqual(before);
  });

  it('a thousand items in one tick stores a thousand', () => {
    const store = storeOf();
    const items = Array.from({ length: 1_000 }, (_, at) =>
      workflow(`Case ${at.toString(36)}`, `look:at the counter ${at}\nnote:number ${at}`),
    );
    const { outcomes } = store.absorb(...items);
    expect(new Set(outcomes.map(({ memoryId }) => memoryId)).size).toBe(1_000);
    expect(store.all.size).toBe(1_000);
  });

  it('keeps the type, the result and the first sharer', () => {
    const store = storeOf();
    store.absorb(concept('Hysteresis', { unit: 'dB', definition: 'A margin' }));
    expect(store.list()).toMatchObject([
      {
        type: 'semantic',
        agent: 'near',
        content: { concept_name: 'Hysteresis', definition: 'A margin', properties: { unit: 'dB' } },
        sources: [{ agent: 'far', approvedBy: null }],
      },
    ]);
    expect(store.list()[0]?.content).not.toHaveProperty('steps');
  });

  it('what another agent found out too counts it, and stores nothing', () => {
    const store = storeOf();
    store.absorb(workflow('Repair', repair));
    const { outcomes } = store.absorb(
      workflow('repair!', repair.replace('compare', 'Compare'), {
        knowledge_id: 'other',
        source_agent: 'third',
      }),
    );
    expect(outcomes).toMatchObject([{ strategy: 'counted', conflicts: [{ kind: 'redundancy' }] }]);
    expect(store.list()).toHaveLength(1);
    expect(store.list()[0]?.sources.map(({ agent }) => agent)).toEqual(['far', 'third']);
  });

  it('what has more or less links both ways', () => {
    const store = storeOf();
    const [first] = store.absorb(workflow('Repair', repair)).memories;
    const { outcomes, questions } = store.absorb(
      workflow('Repair', `${repair}\nverify:check the downlink rate`),
    );
    expect(outcomes).toMatchObject([{ strategy: 'linked', conflicts: [{ kind: 'superset' }] }]);
    expect(questions).toEqual([]);
    const id = outcomes[0]?.memoryId ?? '';
    expect(store.all.get(id)?.links).toEqual([{ to: first?.id, kind: 'subset' }]);
    expect(store.all.get(first?.id ?? '')?.links).toEqual([{ to: id, kind: 'superset' }]);
    expect(store.absorb(workflow('Repair', 'detect:compare neighbour ids')).outcomes).toMatchObject(
      [{ strategy: 'linked', conflicts: [{ kind: 'subset' }, { kind: 'subset' }] }],
    );
  });

  it('our own knowledge that comes back changes nothing', () => {
    const store = storeOf([
      memoryOf('wf-1', 'workflow', { workflow_name: 'Repair', steps: repair }, { agent: 'near' }),
    ]);
    const metadata = { original_memory_id: 'wf-1' };
    const { outcomes } = store.absorb(
      workflow('Repair', 'a:b', { source_agent: 'near', metadata }),
    );
    expect(outcomes).toMatchObject([{ strategy: 'unchanged', memoryId: 'wf-1' }]);
  });

  it('refuses what says nothing, and takes the rest', () => {
    const store = storeOf();
    const empty = knowledge('profile', { entity_type: '', x: 1 });
    expect(store.absorb(empty, workflow('Repair', repair)).outcomes).toMatchObject([
      { strategy: 'refused', memoryId: null },
      { strategy: 'stored' },
    ]);
  });
});

describe('another version', () => {
  const store = storeOf();
  store.absorb(workflow('Repair', repair));
  const [mine] = store.list();
  const { questions, outcomes } = store.absorb(
    workflow(
      'Repair',
      'detect:compare neighbour ids\nplan:take the first id that nobody uses\nverify:look at the rate',
    ),
  );
  const [question] = questions;

  it('is a question with a proposal, step by step, and changes nothing yet', () => {
    expect(outcomes).toMatchObject([{ strategy: 'asked', conflicts: [{ kind: 'version' }] }]);
    expect(question?.kind).toBe('version');
    expect(
      question?.proposal?.rows.map(({ state, mine, theirs }) => [state, mine?.name, theirs?.name]),
    ).toEqual([
      ['same', 'detect', 'detect'],
      ['changed', 'plan', 'plan'],
      ['mine', 'deploy', undefined],
      ['theirs', undefined, 'verify'],
    ]);
    expect(question?.proposal?.choices).toMatchObject([{ path: '/steps/1' }]);
    expect(question?.proposal?.content['steps']).toMatchObject([
      { name: 'detect' },
      { name: 'plan', description: 'choose a free id' },
      { name: 'deploy' },
      { name: 'verify' },
    ]);
    expect(store.all.get(mine?.id ?? '')).toMatchObject({
      content: mine?.content,
      status: 'active',
    });
    expect(store.all.get(question?.theirs.id ?? '')?.status).toBe('pending');
  });

  it('is merged as a person has decided, with both sources', () => {
    const decided = store.decide(question!, {
      choice: 'merge',
      content: question?.proposal?.content,
    });
    expect(decided.ok).toBe(true);
    const merged = store.all.get(mine?.id ?? '');
    expect(merged).toMatchObject({ status: 'active', version: 3 });
    expect(merged?.sources).toHaveLength(2);
    expect(store.all.get(question?.theirs.id ?? '')?.status).toBe('superseded');
    expect(store.decide(question!, { choice: 'keep-both' }).ok).toBe(false);
  });
});

describe('a contradiction', () => {
  const cases: readonly (readonly [string, Knowledge, Knowledge])[] = [
    [
      'another value of an attribute',
      concept('Timer', { unit: 'ms' }),
      concept('Timer', { unit: 's' }),
    ],
    [
      'another number',
      concept('Timer', { definition: 'It ends after 30 seconds' }),
      concept('Timer', { definition: 'It ends after 90 seconds' }),
    ],
    [
      'a negation',
      concept('Restart', { definition: 'A restart is safe during the day' }),
      concept('Restart', { definition: 'A restart is not safe during the day' }),
    ],
    [
      'its contrary in Chinese',
      concept('重启', { definition: '白天可以重启基站设备' }),
      concept('重启', { definition: '白天不可以重启基站设备' }),
    ],
    [
      'an opposite word',
      concept('Alarm', { definition: 'The alarm must be enabled at night' }),
      concept('Alarm', { definition: 'The alarm must be disabled at night' }),
    ],
    [
      'an opposite preference',
      knowledge('profile', {
        entity_type: 'region',
        generalized_attributes: { preferences: ['likes short lists'] },
      }),
      knowledge('profile', {
        entity_type: 'region',
        generalized_attributes: { preferences: ['dislikes short lists'] },
      }),
    ],
    [
      'a step',
      workflow('Tune', `${repair}\ntune:raise the power by 3 dB`),
      workflow('Tune', `${repair}\ntune:raise the power by 9 dB`),
    ],
    [
      'a forbidden step',
      workflow('Tune', `${repair}\ntune:restart the cell`),
      workflow('Tune', `${repair}\ntune:never restart the cell`),
    ],
    [
      'the result of the same steps',
      workflow('Tune', repair),
      workflow('Tune', repair, {}, 'failed'),
    ],
    [
      'what was learnt from the same event',
      knowledge('episodic', {
        event_pattern: 'The rate fell',
        generalized_learnings: 'Always deploy on Friday evening',
      }),
      knowledge('episodic', {
        event_pattern: 'The rate fell',
        generalized_learnings: 'Never deploy on Friday evening',
      }),
    ],
  ];

  it.each(cases)(
    'in %s is a question, both are pending and important, and nothing is merged',
    (_, one, other) => {
      const store = storeOf();
      store.absorb(one);
      const [mine] = store.list();
      const { outcomes, questions } = store.absorb(other);
      expect(outcomes).toMatchObject([
        { strategy: 'asked', conflicts: [{ kind: 'contradiction' }] },
      ]);
      expect(questions).toMatchObject([{ kind: 'contradiction', proposal: null }]);
      expect(questions[0]?.contradictions.length).toBeGreaterThan(0);
      expect(store.list()).toHaveLength(2);
      for (const memory of store.list()) {
        expect(memory).toMatchObject({ status: 'pending', importance: 'high' });
        expect(memory.links).toMatchObject([{ kind: 'contradicts' }]);
      }
      expect(store.all.get(mine?.id ?? '')?.content).toEqual(mine?.content);
    },
  );

  it('is not given to agents before it is decided', () => {
    const store = storeOf();
    store.absorb(cases[0]![1], cases[0]![2]);
    const index = createMemoryIndex();
    for (const memory of store.list()) index.put(memory);
    expect(index.retrieve({ mode: 'semantic', query: 'Timer', now })).toEqual([]);
  });

  it.each<[QuestionDecision['choice'], string, string]>([
    ['keep-mine', 'active', 'superseded'],
    ['keep-theirs', 'superseded', 'active'],
    ['keep-both', 'active', 'active'],
  ])('is decided by a person: %s', (choice, mine, theirs) => {
    const store = storeOf();
    store.absorb(cases[0]![1]);
    const [question] = store.absorb(cases[0]![2]).questions;
    const decided = store.decide(
      question!,
      choice === 'merge' ? { choice, content: {} } : { choice },
    );
    expect(decided).toMatchObject({ ok: true, revisions: [{ by: 'ada' }, { by: 'ada' }] });
    expect(store.all.get(question?.mine.id ?? '')?.status).toBe(mine);
    expect(store.all.get(question?.theirs.id ?? '')?.status).toBe(theirs);
    // What was decided is not asked again.
    expect(store.absorb(cases[0]![1], cases[0]![2])).toMatchObject({ memories: [], questions: [] });
  });

  it('of three with each other holds what is not decided yet', () => {
    const store = storeOf();
    const values = ['ms', 's', 'h'].map((unit) => concept('Timer', { unit }));
    const { questions } = store.absorb(...values);
    expect(questions).toHaveLength(3);
    const [first] = questions;
    store.decide(first!, { choice: 'keep-both' });
    expect(store.list().map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
    const [, second, third] = questions;
    const decided = store.decide(second!, { choice: 'keep-mine' });
    expect(decided).toMatchObject({ ok: true, moot: [third?.id] });
    expect(store.decide(third!, { choice: 'keep-mine' }).ok).toBe(false);
    expect(store.list().map(({ status }) => status)).toEqual(['active', 'active', 'superseded']);
  });

  it('is refused as decided if a memory says something else meanwhile', () => {
    const store = storeOf();
    store.absorb(cases[0]![1]);
    const [question] = store.absorb(cases[0]![2]).questions;
    const mine = store.known.get(question?.mine.id ?? '');
    store.known.put(
      memoryOf(mine?.id ?? '', 'semantic', { concept_name: 'Timer', definition: 'new' }),
    );
    expect(store.decide(question!, { choice: 'keep-mine' })).toMatchObject({
      ok: false,
      reason: { statement: { code: 'memory.question-changed' } },
    });
  });
});

describe('two texts', () => {
  it.each([
    ['same', 'Wait 30 seconds.', 'wait 30 seconds'],
    ['opposite', 'Wait 30 seconds', 'Wait 60 seconds'],
    ['opposite', 'Deploy before the backup', 'Deploy after the backup'],
    ['opposite', '提高发射功率', '降低发射功率'],
    ['opposite', '禁止在白天重启设备', '在白天重启设备'],
    ['other', 'Wait 30 seconds', 'Send the invoice to the customer'],
    ['other', '提高发射功率', '发送会议邀请'],
    ['alike', 'compare the ids of all neighbour cells', 'compare the ids of the neighbours'],
  ] as const)('are %s: %s / %s', (relation, one, other) => {
    expect(relate(one, other)).toBe(relation);
    expect(relate(other, one)).toBe(relation);
  });
});

describe('any knowledge', () => {
  const word = fc.constantFrom(
    'raise',
    'lower',
    'never raise',
    'check',
    'power',
    'rate 3',
    'rate 5',
    '提高功率',
    '降低功率',
  );
  const item = fc.oneof(
    fc
      .record({
        name: fc.constantFrom('Tune', 'Tune cells', '优化'),
        steps: fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 4 }),
        ok: fc.boolean(),
      })
      .map(({ name, steps, ok }) =>
        workflow(
          name,
          steps.map(([one, other]) => `${one}:${other}`).join('\n'),
          {},
          ok ? 'success' : 'failed',
        ),
      ),
    fc
      .record({
        name: fc.constantFrom('Timer', '定时器'),
        definition: word,
        unit: fc.option(word, { nil: undefined }),
        list: fc.array(word, { maxLength: 3 }),
      })
      .map(({ name, ...general }) => concept(name, general)),
  );
  const items = fc.array(item, { minLength: 1, maxLength: 12 });

  it('absorbed twice is as absorbed once, at once or one by one', () => {
    fc.assert(
      fc.property(items, (list) => {
        const store = storeOf();
        store.absorb(...list);
        const before = new Map(store.all);
        for (const again of [list, list.toReversed(), ...list.map((one) => [one])]) {
          expect(store.absorb(...again)).toMatchObject({
            memories: [],
            revisions: [],
            questions: [],
          });
        }
        expect(store.all).toEqual(before);
        const single = storeOf();
        for (const one of list) single.absorb(one);
        expect(single.all).toEqual(store.all);
      }),
      { numRuns: 30 },
    );
  });

  it('changes no content that is there, and merges no contradiction', () => {
    fc.assert(
      fc.property(items, items, (first, second) => {
        const store = storeOf();
        store.absorb(...first);
        const contents = store
          .list()
          .map(({ id, content }) => [id, JSON.stringify(content)] as const);
        store.absorb(...second);
        for (const [id, content] of contents) {
          expect(JSON.stringify(store.all.get(id)?.content)).toBe(content);
        }
        for (const question of store.questions.values()) {
          if (question.kind !== 'contradiction') continue;
          expect(question.proposal).toBeNull();
          for (const { id } of [question.mine, question.theirs]) {
            expect(store.all.get(id)?.status).toBe('pending');
          }
        }
        // Nothing is lost: each item is in a memory, or was refused.
        const held = new Set(
          store.list().flatMap(({ sources }) => sources.map(({ knowledgeId }) => knowledgeId)),
        );
        for (const { id } of [...first, ...second]) expect(held.has(id)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
