import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../model/memory.ts';
import { measureDetection } from '../testing/detection-quality.ts';
import { labelledMemories } from '../testing/labelled-memories.ts';
import { bare, plantedCorpus, textsOf } from '../testing/planted.ts';
import { memoryOf, sampleNow as now } from '../testing/samples.ts';
import { writeKnowledgeItem } from '../wire/knowledge-item.ts';
import { desensitise } from './desensitise.ts';
import { detect, examine } from './detect.ts';
import { draftOf } from './draft.ts';
import { type ExtractionPolicy, extract } from './extract.ts';
import { generalise } from './generalise.ts';
import { release } from './release.ts';
import { doubtsIn } from './standardise.ts';

const policy: ExtractionPolicy = { filter: { now }, standardise: { now } };
const workflow = (content: object, more: Partial<Omit<Memory, 'type' | 'content'>> = {}) =>
  memoryOf('wf-1', 'workflow', { workflow_name: 'w', result_status: 'success', ...content }, more);
const masked = (content: object) => {
  const { items, originals, report } = desensitise([draftOf(workflow(content))]);
  return { content: items[0]?.content ?? {}, originals, report };
};

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
}

describe('a corpus of planted data, in the formats of twelve countries and ten languages', () => {
  const corpus = plantedCorpus();
  const { rows, left, bareNames, unseen, unseenAgain } = measureDetection(corpus);

  it('has at least 500 of them', () => {
    expect(rows.reduce((sum, { planted }) => sum + planted, 0)).toBeGreaterThanOrEqual(500);
    expect(
      new Set(corpus.flatMap(({ planted }) => planted.map(({ country }) => country))).size,
    ).toBe(12);
  });

  it('has none left after the second step', () => {
    expect(left).toEqual([]);
  });

  it('is masked precisely, so that what is worth sharing stays', () => {
    for (const { kind, precision, exact } of rows) {
      expect({ kind, isPrecise: precision >= 0.95, isExact: exact >= 0.9 }).toEqual({
        ...{ kind, isPrecise: true, isExact: true },
      });
    }
  });

  it('shows what rules cannot do: a bare name that nothing announces stays', () => {
    expect(bareNames.found).toBeLessThan(bareNames.names);
    expect(unseen.left.filter((one) => !one.startsWith('name: '))).toEqual([]);
    expect(unseenAgain.left).toEqual(['secret: marmalade']);
  });

  it('leaves nothing in what would be shared, in its report, or in its wire form, for any seed', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        for (const { memory, planted } of plantedCorpus(seed, 1)) {
          const { knowledge, report } = extract([memory], policy);
          expect(knowledge).toHaveLength(1);
          const wire = knowledge.map((item) => writeKnowledgeItem(item, { steps: 'list' }));
          const texts = [...textsOf(wire), ...textsOf(report)].map(bare);
          for (const { value } of planted) {
            expect(texts.filter((text) => text.includes(bare(value)))).toEqual([]);
          }
        }
      }),
      { numRuns: 3 },
    );
  });
});

describe('a password that is a plain word', () => {
  it.each([
    ['password: letmein', 'letmein'],
    ['pwd=swordfish', 'swordfish'],
    ['密码：letmein', 'letmein'],
    ['密码是letmein，不要外传', 'letmein'],
    ['password: "correct horse battery"', 'correct horse battery'],
    ['the passphrase is "correct horse battery"', 'correct horse battery'],
    ['{"secret_key":"tulip","encryption-key":"rose garden"}', 'rose garden'],
    ['DB_PASSWORD=tulip', 'tulip'],
    ['tokens: tulip', 'tulip'],
  ])('is masked after a sign and between quotes: %s', (text, value) => {
    const rest = detect(text).reduceRight(
      (left, { start, end }) => left.slice(0, start) + left.slice(end),
      text,
    );
    expect(rest).not.toContain(value);
  });

  it.each([
    'The password is required here.',
    'the token is invalid',
    '密码是必须的',
    'secretary: present',
    'passenger: boards',
    'password: $DB_PASSWORD',
    'token = null',
  ])('is not seen in a sentence, another word, or the name of a variable: %s', (text) => {
    expect(detect(text)).toEqual([]);
  });

  it.each(['secret_key', 'encryptionKey', 'passcode', 'passwords', 'tokens', 'dbpassword'])(
    'is masked as the member %s',
    (key) => {
      const steps = [{ name: 'sign in', details: { [key]: 'tulip' } }];
      expect(masked({ steps }).content).toMatchObject({
        steps: [{ details: { [key]: '[SECRET_1]' } }],
      });
    },
  );

  it('leaves how many tokens a model may use', () => {
    const steps = [{ name: 'ask', details: { max_tokens: 'many', 'output tokens': 4_096 } }];
    expect(masked({ steps }).content).toMatchObject({ steps });
  });
});

describe('texts without personal data', () => {
  it('are left as they are', () => {
    const found = labelledMemories.flatMap(({ content }) =>
      textsOf(content).flatMap((text) => detect(text)),
    );
    expect(found).toEqual([]);
  });
});

describe('the second step', () => {
  it('masks at any depth, in texts, numbers and names of members, where the reference looks at the top only', () => {
    const { content, originals } = masked({
      steps: [
        {
          name: 'pay',
          description: 'card 4111 1111 1111 1111 from 10.1.2.3',
          details: {
            user_id: 'u-81',
            nested: [{ phone: 13812345678, 'anna@example.com': { ok: true } }],
            credentials: { any: 'thing' },
          },
        },
      ],
    });
    expect(content['steps']).toEqual([
      {
        name: 'pay',
        description: 'card [CARD_1] from [IP_1]',
        details: { user_id: '[ID_1]', nested: [{ phone: '[PHONE_1]', '[EMAIL_1]': { ok: true } }] },
      },
    ]);
    expect(originals.map(({ value }) => value)).toContain('anna@example.com');
  });

  it('has the same placeholder for the same value, however it is spelled', () => {
    const { content } = masked({
      steps:
        'a:call 138 1234 5678\nb:call +86 138-1234-5678\nc:mail A@Example.com or a@example.com\nd:mail b@example.com',
    });
    expect(content['steps']).toMatchObject([
      { description: 'call [PHONE_1]' },
      { description: 'call [PHONE_1]' },
      { description: 'mail [EMAIL_1] or [EMAIL_1]' },
      { description: 'mail [EMAIL_2]' },
    ]);
  });

  it('masks a name everywhere once one place says that it is one', () => {
    const { content } = masked({
      contact_name: 'Thessaly Marchbanks',
      steps:
        'a:Thessaly Marchbanks agreed\nb:then Marchbanks signed\nc:客户闻人牧之，回访\nd:通知闻人牧之',
    });
    expect(JSON.stringify(content)).not.toMatch(/Thessaly|Marchbanks/);
    const known = desensitise([draftOf(workflow({ steps: 'a:tell Ysolde Fenwick' }))], {
      names: ['Ysolde Fenwick'],
    });
    expect(JSON.stringify(known.items)).not.toMatch(/Ysolde|Fenwick/);
  });

  it('says what each rule did at which place, without what was there', () => {
    const { report } = masked({
      steps: [{ name: 'x', details: { 'anna@example.com': 'b@example.com' } }],
    });
    expect(report.map(({ path, rule, action, after }) => ({ path, rule, action, after }))).toEqual([
      { path: '/steps/0/details', rule: 'email', action: 'masked', after: '[EMAIL_1]' },
      { path: '/steps/0/details/[EMAIL_1]', rule: 'email', action: 'masked', after: '[EMAIL_2]' },
    ]);
  });

  it('keeps two members whose names are masked alike', () => {
    const { content } = masked({ a: { 'a@example.com': 1, 'A@example.com': 2 } });
    expect(content['a']).toEqual({ '[EMAIL_1]': 1, '[EMAIL_1] 2': 2 });
  });

  it('applied again changes nothing', () => {
    for (const { memory } of plantedCorpus(7, 1)) {
      const once = desensitise([draftOf(memory)]);
      const twice = desensitise(once.items);
      expect(twice.items).toEqual(once.items);
      expect(twice.originals).toEqual([]);
    }
  });

  it('changes no memory', () => {
    for (const { memory } of plantedCorpus(3, 1)) {
      const before = JSON.stringify(memory);
      extract([frozen(memory)], policy);
      expect(JSON.stringify(memory)).toBe(before);
    }
  });

  it('is not misled by what looks masked, hides digits or joins data', () => {
    for (const text of [
      '{{p4915112345678}} +49 151 12345678',
      '４１１１－１１１１－１１１１－１１１１',
      '4111\u200b1111\u200b1111\u200b1111',
      'order 12 4111 1111 1111 1111 7',
      'anna%40example.com',
      'anna [at] example [dot] com',
      '٤١١١ ١١١١ ١١١١ ١١١١',
      'a@example.com,b@example.com',
    ]) {
      expect(detect(text).length, text).toBeGreaterThan(0);
    }
    expect(masked({ x: 'a@example.com,b@example.com' }).content['x']).toBe('[EMAIL_1],[EMAIL_2]');
  });

  it('leaves out rules and allowed texts by policy, and adds detectors that cannot take away', () => {
    expect(detect('mail a@example.com', { without: ['email'] })).toEqual([]);
    expect(detect('mail Info@example.com', { allowed: ['info@example.com'] })).toEqual([]);
    const detector = (text: string) => [
      { start: 0, end: text.indexOf(' '), rule: 'model', label: 'NAME', confidence: 0.7 },
    ];
    const found = detect('Quillon a@example.com', { detectors: [detector] });
    expect(found.map(({ rule }) => rule)).toEqual(['model', 'email']);
  });

  it('masks what it is sure of, and says what it doubts, unless that is masked anyway', () => {
    const unsure = (text: string) =>
      ['Quillon', 'example'].flatMap((word) => {
        const start = text.indexOf(word);
        const end = start + word.length;
        return start < 0 ? [] : [{ start, end, rule: 'model', label: 'NAME', confidence: 0.1 }];
      });
    const { sure, doubtful } = examine('Quillon a@example.com', { detectors: [unsure] });
    expect(sure.map(({ rule }) => rule)).toEqual(['email']);
    expect(doubtful).toMatchObject([{ start: 0, end: 7, rule: 'model' }]);
    const knowledge = { title: 'Quillon', content: { Quillon: ['b Quillon', 7] } };
    expect(doubtsIn(knowledge, { detectors: [unsure] })).toEqual([
      { text: 'Quillon', rule: 'model', confidence: 0.1 },
    ]);
  });

  it('is done with hostile texts', () => {
    const parts = [
      'a@',
      '1 ',
      '1.',
      ':',
      '::',
      '+1 ',
      'A',
      '路',
      '北京市',
      '-----BEGIN RSA PRIVATE KEY-----',
      'eyJ',
      '(',
      'Dr. ',
      '{{',
      '[A_',
      '\ud800',
      '€ ',
      'rue de ',
    ];
    for (const part of parts) detect(part.repeat(4_000 / part.length));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const { start, end } of detect(text)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });

  it('finds what lies across the parts in which long texts are looked at', () => {
    for (const place of [95_990, 96_000, 99_990, 100_000]) {
      const text = `${'x '.repeat(place / 2)}anna@example.com${' y'.repeat(20_000)}`;
      const [found] = detect(text);
      expect(text.slice(found?.start, found?.end)).toBe('anna@example.com');
    }
  });
});

describe('the first step', () => {
  const kept = (memory: Memory) => {
    const { knowledge, report } = extract([memory], policy);
    return knowledge.length > 0
      ? 'kept'
      : report.find(({ action, path }) => action === 'dropped' && path === '')?.rule;
  };
  const steps = 'a:b';

  it('drops what is not worth sharing, and says why', () => {
    expect(kept(workflow({ steps }))).toBe('kept');
    expect(kept(workflow({ steps, result_status: 'failed' }))).toBe('result');
    expect(kept(workflow({ steps, result_status: '' }))).toBe('result');
    expect(kept(workflow({ steps, result_status: '成功' }))).toBe('kept');
    expect(kept(workflow({ steps }, { importance: 'low' }))).toBe('importance');
    expect(kept(workflow({ steps }, { status: 'pending' }))).toBe('status');
    expect(kept(workflow({ steps }, { validUntil: now }))).toBe('validity');
    expect(kept(workflow({}))).toBe('empty');
  });
});

describe('the third step', () => {
  const general = (text: string, more: Parameters<typeof generalise>[1] = {}) => {
    const { items } = generalise([draftOf(workflow({ x: text }))], more);
    return { text: items[0]?.content['x'], slots: items[0]?.slots };
  };

  it('makes typed slots of what differs from case to case', () => {
    expect(general('Pay 42.50 EUR for ORD-20391 on 2026-03-01, then €7, then 42.50 EUR')).toEqual({
      text: 'Pay {{amount}} for {{id}} on {{date}}, then {{amount_2}}, then {{amount}}',
      slots: [
        { name: 'amount', type: 'amount' },
        { name: 'amount_2', type: 'amount' },
        { name: 'date', type: 'date' },
        { name: 'id', type: 'id' },
      ],
    });
    expect(general('在2026年3月1日支付300元').text).toBe('在{{date}}支付{{amount}}');
    expect(general('see https://wiki.example.com/a?b=c and db1.internal:5432').text).toBe(
      'see {{url}} and {{host}}',
    );
  });

  it('keeps thresholds and durations: they are the knowledge', () => {
    const text = 'wait 30 s, raise by 3 dB, retry 3 times until 95 %';
    expect(general(text)).toEqual({ text, slots: [] });
  });

  it('makes slots of placeholders, and of words that are particular to the sharer', () => {
    expect(
      general('write to [EMAIL_1], not [EMAIL_2], about Zephyr 9', {
        terms: { product: ['zephyr 9'] },
      }).text,
    ).toBe('write to {{email}}, not {{email_2}}, about {{product}}');
  });

  it('applied again changes nothing', () => {
    const once = generalise([draftOf(workflow({ x: 'Pay 42 EUR to [EMAIL_1] for ORD-20391' }))]);
    expect(generalise(once.items).items).toEqual(once.items);
  });
});

describe('the fourth step', () => {
  const of = (memory: Memory) => extract([memory], policy).knowledge[0];

  it('keeps what each of the four types says, where the reference makes empty workflows of three', () => {
    expect(
      of(
        memoryOf('s', 'semantic', {
          concept_name: 'Hysteresis',
          definition: 'A margin',
          properties: { unit: 'dB' },
        }),
      ),
    ).toMatchObject({
      title: 'Hysteresis',
      type: 'semantic',
      content: {
        concept_name: 'Hysteresis',
        generalized_properties: { unit: 'dB', definition: 'A margin' },
        domain: 'general',
      },
    });
    const profile = of(
      memoryOf('p', 'profile', {
        entity_name: 'Thessaly Marchbanks',
        entity_type: 'user',
        attributes: { preferences: ['short lists'] },
      }),
    );
    expect(profile).toMatchObject({
      title: 'user',
      content: { entity_type: 'user', generalized_attributes: { preferences: ['short lists'] } },
    });
    expect(JSON.stringify(profile)).not.toContain('Thessaly');
    expect(
      of(
        memoryOf('e', 'episodic', {
          event_summary: 'The rate fell on 2026-03-01',
          location: 'Albany',
          participants: ['Ysolde Fenwick'],
          learnings: 'Plan the identities; ask Ysolde Fenwick',
          causal_chain: { precedent: 'ep-1', precedent_pattern: 'a new site' },
        }),
      )?.content,
    ).toEqual({
      event_pattern: 'The rate fell on {{date}}',
      generalized_causal_chain: { precedent_pattern: 'a new site' },
      generalized_learnings: 'Plan the identities; ask {{name}}',
      domain: 'general',
    });
  });

  it('keeps the provenance: the memory, the rules, the slots', () => {
    expect(of(workflow({ steps: 'a:mail a@example.com' }, { agent: 'ran-config' }))).toMatchObject({
      id: 'knowledge-wf-1',
      agent: 'ran-config',
      provenance: {
        memoryId: 'wf-1',
        method: 'countersign-1',
        redactions: { email: 1 },
        slots: [{ name: 'email', type: 'email' }],
        approvedBy: null,
      },
    });
  });

  it('shares no id in which somebody is named', () => {
    const memory = {
      ...workflow({ steps: 'a:b' }, { agent: 'bot@anna.example.com' }),
      id: 'wf-anna@example.com',
    };
    const item = of(memory);
    expect(JSON.stringify(item)).not.toContain('anna');
    expect(item?.id).toMatch(/^knowledge-[0-9a-f]{32}$/);
  });

  it('says which members were left out', () => {
    const { report } = extract(
      [workflow({ steps: 'a:b', source_info: { session_id: 's' } })],
      policy,
    );
    expect(report).toContainEqual(
      expect.objectContaining({
        step: 'standardise',
        path: '/source_info',
        action: 'dropped',
        rule: 'not-shared',
      }),
    );
  });
});

describe('the report', () => {
  const reported = (memory: Memory) => {
    const { knowledge, report } = extract([memory], policy);
    const [item] = knowledge;
    const lines = report.filter(({ step }) => step === 'standardise');
    return {
      item,
      report,
      lines: lines.map(({ path, action, after }) => ({ path, action, after })),
    };
  };

  it('says of each member where it is in the result, and drops nothing that is shared', () => {
    const concept = reported(
      memoryOf('s', 'semantic', { concept_name: 'Hysteresis', definition: 'A margin', note: 'x' }),
    );
    expect(concept.item?.content).toMatchObject({
      generalized_properties: { definition: 'A margin' },
    });
    expect(concept.lines).toEqual([
      { path: '/concept_name', action: 'mapped', after: '/concept_name' },
      { path: '/definition', action: 'mapped', after: '/generalized_properties/definition' },
      { path: '/note', action: 'dropped', after: '' },
    ]);
    const { workflow_name: _, ...unnamed } = workflow({ steps: 'a:b' }).content;
    const described = { ...unnamed, task_description: 'Drain, then restart' };
    const { lines } = reported(memoryOf('w', 'workflow', described));
    expect(Object.fromEntries(lines.map(({ path, after }) => [path, after]))).toEqual({
      '/result_status': '/result_status',
      '/steps': '/steps',
      '/task_description': '/workflow_name',
    });
    const chain = { precedent: 'ep-1', precedent_pattern: 'a new site' };
    const event = memoryOf('e', 'episodic', { event_summary: 'It fell', causal_chain: chain });
    expect(reported(event).lines.slice(1)).toEqual([
      { path: '/causal_chain/precedent', action: 'dropped', after: '' },
      {
        path: '/causal_chain/precedent_pattern',
        action: 'mapped',
        after: '/generalized_causal_chain/precedent_pattern',
      },
    ]);
  });

  it('says that nothing became anything where nothing is shared', () => {
    expect(reported(workflow({})).lines).toEqual([{ path: '', action: 'dropped', after: '' }]);
  });

  it('names the member that was removed, not all around it', () => {
    const steps = [{ name: 'a', details: { credentials: { any: 'thing' } } }];
    const { report } = reported(workflow({ steps, credentials: { any: 'thing' } }));
    const removed = report.filter(({ rule }) => rule === 'key-personal');
    expect(removed.map(({ path }) => path)).toEqual([
      '/steps/0/details/credentials',
      '/credentials',
    ]);
  });

  it('lists the slots of what is shared, not those of what was left out', () => {
    const { item } = reported(workflow({ steps: 'a:pay 42 EUR', note: 'on 2026-03-01' }));
    expect(item?.provenance.slots).toEqual([{ name: 'amount', type: 'amount' }]);
  });
});

describe('what was extracted', () => {
  const [item] = extract([workflow({ steps: 'a:b' })], policy).knowledge;

  it('leaves with the approval of a person or of a rule that ends, and never without', () => {
    expect(release(item!, null, now).ok).toBe(false);
    expect(release(item!, { kind: 'person', by: 'ada', at: now }, now)).toMatchObject({
      ok: true,
      knowledge: { provenance: { approvedBy: 'ada', approvedAt: now } },
    });
    const rule = { kind: 'rule' as const, rule: 'r', by: 'ada', at: now - 5, expiresAt: now };
    expect(release(item!, rule, now)).toMatchObject({
      ok: false,
      reason: { text: 'the rule r has ended' },
    });
    expect(release(item!, { ...rule, expiresAt: now + 1 }, now).ok).toBe(true);
  });
});
