import type { RuleCondition } from '@countersign/api/rule';
import { systemClock } from '@countersign/server/runtime/clock';
import { afterEach, expect, it } from 'vitest';
import { type ConditionCheck, createConditionCheck } from './condition-check.ts';

let check: ConditionCheck;
afterEach(() => check.close());
const present = (path: string): RuleCondition[] => [{ path, is: 'present' }];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}

it('checks paths to one place and paths that search', async () => {
  check = createConditionCheck(systemClock, { patienceMs: 10_000 });
  const payload = { a: [{ b: 1 }] };
  expect(await check.holds(present('$.a[0].b'), payload)).toBe(true);
  expect(await check.holds(present('$..b'), payload)).toBe(true);
  expect(await check.holds(present('$..c'), payload)).toBe(false);
});

it('stops after the time limit, and checks the next', async () => {
  check = createConditionCheck(systemClock, { patienceMs: 300 });
  const text = { text: `${'a'.repeat(40)}!` };
  expect(await check.holds(present("$[?match(@, '(a+)+b')]"), text)).toBeNull();
  const wide = { list: Array.from({ length: 300 }, (_, index) => ({ list: [index] })) };
  const cubic = '$..[?count($..[?count($..*) > 0]) > 100000]';
  expect(await check.holds(present(cubic), wide)).toBeNull();
  const explosive = `$${'[*,*,*,*,*,*,*,*]'.repeat(20)}.nowhere`;
  expect(await check.holds(present(explosive), nested(20))).toBeNull();
  const patient = createConditionCheck(systemClock, { patienceMs: 10_000 });
  expect(await patient.holds(present('$..a'), nested(3))).toBe(true);
  await patient.close();
}, 30_000);

it('does not check what is too large or too deep', async () => {
  check = createConditionCheck(systemClock);
  expect(await check.holds(present('$.a'), nested(60))).toBeNull();
  expect(await check.holds(present('$.a'), nested(10_000))).toBeNull();
  expect(await check.holds(present('$.a'), { a: 'x'.repeat(300_000) })).toBeNull();
});

it('blocks nothing: other work continues while a payload is checked', async () => {
  check = createConditionCheck(systemClock, { patienceMs: 300 });
  let turns = 0;
  let done = false;
  const verdict = check
    .holds(present("$[?match(@, '(a+)+b')]"), { text: `${'a'.repeat(40)}!` })
    .finally(() => {
      done = true;
    });
  while (!done) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await verdict).toBeNull();
  expect(turns).toBeGreaterThan(10);
});
