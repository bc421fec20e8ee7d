import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterOf, type InboxSearch, parseInboxSearch, viewSearchOf } from './inbox-search.ts';

const words = fc.string({ minLength: 1, maxLength: 200 });
const search: fc.Arbitrary<InboxSearch> = fc.record(
  {
    q: words,
    agent: words,
    task: words,
    kind: fc.constantFrom('blocking' as const, 'followup' as const),
    severity: fc.constantFrom('info' as const, 'critical' as const),
    turn: fc.constantFrom('mine' as const, 'held' as const, 'free' as const, 'others' as const),
    snoozed: fc.constant('only' as const),
    origin: fc.constantFrom('upformat/message', 'parley/wager'),
    class: words,
    place: words,
    test: fc.constantFrom('less-than' as const, 'absent' as const),
    value: words,
    group: fc.constant('equal' as const),
    view: words,
    table: words,
  },
  { requiredKeys: [] },
);

describe('the inbox in the address', () => {
  it('can be written and read back, for any filter', () => {
    fc.assert(
      fc.property(search, (asked) => {
        const address = JSON.parse(JSON.stringify(asked)) as Record<string, unknown>;
        expect(parseInboxSearch(address)).toEqual(asked);
      }),
    );
  });

  it('comes back from a saved view, without what is open', () => {
    fc.assert(
      fc.property(search, (asked) => {
        const { view: _view, table: _table, ...kept } = asked;
        expect(parseInboxSearch(viewSearchOf(asked))).toEqual(kept);
        const { group: _group, ...filter } = kept;
        expect(filterOf(asked)).toEqual(filter);
      }),
    );
  });

  it('drops unknown members, and reads digits as text', () => {
    expect(
      parseInboxSearch({ q: 4471, kind: 'sideways', severity: ['major'], evil: '1', agent: '' }),
    ).toEqual({ q: '4471' });
    expect(parseInboxSearch({ place: '$.a', test: 'exec', value: true })).toEqual({
      place: '$.a',
      value: 'true',
    });
    expect(parseInboxSearch({ value: 0.6 })).toEqual({ value: '0.6' });
    expect(parseInboxSearch({ q: 'x'.repeat(900) }).q).toHaveLength(200);
  });
});
