import { hostileNames } from '@countersign/testkit/hostile-names';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { diffValues } from './diff.ts';
import { jsonEqual } from './json-equal.ts';
import { findAt, parsePointer, pointerOf, valueAt } from './json-pointer.ts';
import { threeWayMerge } from './merge.ts';
import { applyPatch } from './patch.ts';

/** Parsed JSON, in which any name is an own member. */
const named = (name: string, value: unknown): unknown =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)},"beside":1}`);
const unsafe = ['__proto__', 'constructor', 'prototype'];

describe.each(hostileNames)('a member named %s', (name) => {
  it('is compared, written and found unchanged', () => {
    const value = named(name, { deep: 1 });
    expect(jsonEqual(value, named(name, { deep: 1 }))).toBe(true);
    expect(jsonEqual(value, named(name, { deep: 2 }))).toBe(false);
    expect(jsonEqual(value, { beside: 1 })).toBe(false);
    expect(jsonEqual({ beside: 1 }, value)).toBe(false);
    expect(JSON.parse(canonicalJson(value))).toEqual(value);
    expect(canonicalJson(value)).toContain(JSON.stringify(name));
    expect(canonicalJson(value)).not.toBe(canonicalJson(named(name, { deep: 2 })));
    // Inherited properties are not members.
    expect(valueAt({ beside: 1 }, [name])).toBeUndefined();
    expect(valueAt(value, [name])).toEqual({ deep: 1 });
    expect(findAt({ beside: 1 }, [name])).toHaveProperty('missing');
  });

  it.each([
    ['comes', { beside: 1 }, named(name, 'new')],
    ['goes', named(name, 'old'), { beside: 1 }],
    ['changes', named(name, { deep: 1 }), named(name, { deep: 2 })],
    ['lies deeper', { in: [named(name, 1)] }, { in: [named(name, 2)] }],
  ])('that %s is described by steps that lead there', (_, base, value) => {
    const { document, failed } = applyPatch(base, diffValues(base, value));
    expect(failed).toEqual([]);
    expect(jsonEqual(document, value)).toBe(true);
    expect(canonicalJson(document)).toBe(canonicalJson(value));
  });

  it('is merged like any other member', () => {
    const base = named(name, 'base');
    const mine = JSON.parse(JSON.stringify(base).replace('"beside":1', '"beside":2'));
    const theirs = named(name, 'theirs');
    const { merged } = threeWayMerge(base, mine, theirs);
    expect(JSON.stringify(merged)).toBe(`{${JSON.stringify(name)}:"theirs","beside":2}`);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  });

  it('is a segment of a pointer, or refused by name', () => {
    const parsed = parsePointer(pointerOf(['in', name]));
    if (unsafe.includes(name)) expect(parsed).toEqual(expect.any(String));
    else expect(parsed).toEqual(['in', name]);
    const { document, failed } = applyPatch({ in: {} }, [
      { op: 'add', path: pointerOf(['in', name]), value: { polluted: true } },
    ]);
    expect(failed).toHaveLength(unsafe.includes(name) ? 1 : 0);
    expect(valueAt(document, ['in', name])).toEqual(
      unsafe.includes(name) ? undefined : { polluted: true },
    );
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
