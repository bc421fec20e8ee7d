import type { CreateRule, Rule } from '@countersign/api/rule';
import { longestRuleMs } from '@countersign/desk/rule-state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { momentOfWall, wallInput } from '../../ui/time-zone.ts';
import { isRepeatable, memberPath, originOf, proposeConditions } from './propose.ts';
import { newRuleForm, readRuleForm, ruleForm } from './rule-form.ts';
import { answerText, matchText, placeText } from './rule-text.ts';
import { readList, readValue, writeConditionValue, writeValue } from './rule-value.ts';

const now = Date.parse('2026-11-21T10:00:30Z');
const DAY = 86_400_000;
const minute = (at: number) => Math.floor(at / 60_000) * 60_000;
const body: CreateRule = {
  name: 'Small invoices',
  expiresAt: minute(now + 7 * DAY),
  match: {
    agentId: 'payer',
    blocking: true,
    origin: 'upformat/message',
    toolName: 'transfer',
    severityUpTo: 'minor',
    classKey: 'c1',
    conditions: [
      { path: '$.amount', is: 'at-most', value: 50 },
      { path: '$.vendor', is: 'one-of', value: ['Elster', 'Nord, Office', 7] },
      { path: '$.order', is: 'present' },
      { path: '$.flag', is: 'equal', value: 'true' },
    ],
  },
  feedback: { type: 'approve', content: { reason: 'Below the limit' } },
};
const rule = (part: Partial<Rule> = {}): Rule => ({
  ...body,
  id: 'r1',
  version: 2,
  enabled: false,
  createdBy: 'ann',
  createdAt: now,
  updatedAt: now,
  updatedBy: 'ann',
  answered: 0,
  lastAnsweredAt: null,
  dryRun: null,
  ...part,
});

describe('the form of a rule', () => {
  it('returns what it was made from', () => {
    expect(readRuleForm(ruleForm(rule()), now)).toEqual({ ok: true, rule: body });
  });

  it('keeps an edit that was made elsewhere as it is', () => {
    const feedback = { type: 'edit', content: { value: { amount: 1 } } } as const;
    const read = readRuleForm(ruleForm(rule({ feedback })), now);
    expect(read.ok && read.rule.feedback).toEqual(feedback);
  });

  it('names every place that is wrong, and no end is no rule', () => {
    const form = {
      ...newRuleForm(null, now),
      expires: '',
      answer: 'comment' as const,
      conditions: [
        { key: 1, path: ' ', of: 'payload' as const, is: 'present' as const, value: '' },
        { key: 2, path: '$.a', of: 'payload' as const, is: 'equal' as const, value: ' ' },
        { key: 3, path: '$.a', of: 'payload' as const, is: 'less-than' as const, value: 'true' },
      ],
    };
    const read = readRuleForm(form, now);
    expect(read.ok ? [] : Object.keys(read.faults).sort()).toEqual([
      'agentId',
      'conditions.0.path',
      'conditions.1.value',
      'conditions.2.value',
      'expires',
      'name',
      'text',
    ]);
  });

  it('ends after now and within 90 days', () => {
    const ends = (at: number) => readRuleForm({ ...ruleForm(rule()), expires: wallInput(at) }, now);
    expect(ends(now - 60_000).ok).toBe(false);
    expect(ends(now + 60_000).ok).toBe(true);
    expect(ends(now + longestRuleMs).ok).toBe(true);
    expect(ends(now + longestRuleMs + 120_000).ok).toBe(false);
  });

  it('reads a place without its $ as intended', () => {
    const paths = ['amount', '$.amount', '[0].x', ' items[*].price '];
    const conditions = paths.map((path, key) => ({
      key,
      path,
      of: 'payload' as const,
      is: 'present' as const,
      value: '',
    }));
    const read = readRuleForm({ ...ruleForm(rule()), conditions }, now);
    expect(read.ok && read.rule.match.conditions.map(({ path }) => path)).toEqual([
      '$.amount',
      '$.amount',
      '$[0].x',
      '$.items[*].price',
    ]);
  });
});

describe('a value', () => {
  it('that is written is read as the same, text that looks like a figure too', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), (value) => {
        expect(readValue(writeValue(value))).toEqual(value);
      }),
    );
  });

  it('that JavaScript would round is kept as it was written', () => {
    for (const written of ['12345678901234567890', '1e-400', '-0']) {
      const value = readValue(written);
      expect(value).toBe(`\ufdd0${written}`);
      expect(writeValue(value)).toBe(written);
    }
    const list = readList('12345678901234567890, 7');
    expect(list).toEqual(['\ufdd012345678901234567890', 7]);
    for (const value of [list, [...list, 'a, b']]) {
      const typed = writeConditionValue({ path: '$', is: 'one-of', value });
      expect(typed).not.toContain('\ufdd0');
      expect(readList(typed)).toEqual(value);
    }
  });

  it('of a list may hold commas', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.integer()), { minLength: 1 }), (value) => {
        expect(readList(writeConditionValue({ path: '$', is: 'one-of', value }))).toEqual(value);
      }),
    );
    expect(readList('Elster, 7, "a, b"')).toEqual(['Elster', 7, '"a', 'b"']);
    expect(readList('"Elster", 7, "a, b"')).toEqual(['Elster', 7, 'a, b']);
    expect(readList('上海，7，"北京"')).toEqual(['上海', 7, '北京']);
    const chinese = { path: '$', is: 'one-of', value: ['上海，北京', 7] } as const;
    expect(readList(writeConditionValue({ ...chinese, value: [...chinese.value] }))).toEqual([
      '上海，北京',
      7,
    ]);
  });

  it('of time is read as it is written, to the minute', () => {
    expect(momentOfWall(wallInput(now))).toBe(minute(now));
    expect(momentOfWall('')).toBeNull();
    expect(momentOfWall('soon')).toBeNull();
  });
});

describe('a rule that is made from a prompt', () => {
  const asked = anyPrompt('p', {
    agentId: 'payer',
    severity: 'major',
    source: { id: 'm', reason: null, toolName: 'transfer', together: null },
    message: { ...anyPrompt('p').message, payload: { amount: 40 } },
  });
  const answered = (kind: 'operator' | 'default', feedback: CreateRule['feedback']) =>
    anyPrompt('p', {
      ...asked,
      state: 'answered',
      decision: {
        id: 'd',
        promptId: 'p',
        by: { kind, id: 'ann', name: 'Ann' },
        feedback,
        digest: 'd',
        state: 'acknowledged',
        recordedAt: 1,
        releaseAt: null,
        waitsFor: [],
        deliveredAt: 1,
        acknowledgedAt: 1,
        attempts: 1,
        failure: null,
      },
    });

  it('begins with what was asked, its conditions on and no answer chosen', () => {
    const prompt = answered('operator', { type: 'reject', content: { reason: 'No order' } });
    expect(newRuleForm(originOf(prompt), now)).toMatchObject({
      agentId: 'payer',
      kind: 'blocking',
      toolName: 'transfer',
      severityUpTo: 'major',
      sameClass: true,
      conditions: [{ path: '$.amount', is: 'at-most', value: '40' }],
      answer: null,
      text: 'No order',
    });
  });

  it('is offered only for answers of people that apply to more than one content', () => {
    expect(isRepeatable(asked)).toBe(false);
    expect(isRepeatable(answered('operator', { type: 'approve' }))).toBe(true);
    expect(isRepeatable(answered('default', { type: 'approve' }))).toBe(false);
    const edit = answered('operator', { type: 'edit', content: { value: {} } });
    expect(isRepeatable(edit)).toBe(false);
    expect(originOf(edit).feedback).toBeNull();
  });

  it('offers conditions that the prompt itself passes, the outermost first, never too many', () => {
    const payload = {
      deep: { deeper: { deepest: 1 }, city: 'Halle' },
      amount: 50,
      'odd name': true,
      long: 'x'.repeat(61),
      list: [1, 2],
    };
    expect(proposeConditions(payload)).toEqual([
      { path: '$.amount', is: 'at-most', value: 50 },
      { path: '$["odd name"]', is: 'equal', value: true },
      { path: '$.deep.city', is: 'equal', value: 'Halle' },
      { path: '$.deep.deeper.deepest', is: 'at-most', value: 1 },
    ]);
    const wide = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, index]));
    expect(proposeConditions(wide)).toHaveLength(8);
    expect(proposeConditions(undefined)).toEqual([]);
    expect(memberPath('$', "it's")).toBe('$["it\'s"]');
  });
});

describe('the description of a rule', () => {
  it('reads as a sentence', () => {
    expect(matchText(body.match, () => 'Payments agent').join(', ')).toBe(
      'Payments agent asks, about the tool transfer, it blocks, question of an agent (upformat), up to minor, ' +
        'of the same kind as the one it was created from, amount is at most 50, ' +
        'vendor is one of "Elster","Nord, Office",7, order exists, flag is "true"',
    );
    expect(placeText('$.items[*].price')).toBe('$.items[*].price');
    expect(placeText('$')).toBe('the content');
    expect(answerText(body)).toContain('approved');
  });
});
