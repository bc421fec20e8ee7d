import { isObject } from '@countersign/json/json-object';
import { type Detector, type Finding, sureFrom } from './detect.ts';
import { keyRules, wordsOfKey } from './rules/key-rules.ts';
import { personName } from './rules/names.ts';

export type KnownNames = Detector;

const nameKeys = keyRules.find(({ name }) => name === 'key-name')?.words ?? /(?!)/;
const maxNames = 500;

/**
 * The names that a memory states in one place, by the name of a member, a title or a cue: they are masked in all others, where nothing
 * else would say that they are names.
 */
export function namesIn(value: unknown, isPerson = false): string[] {
  const names = new Set<string>();
  const visit = (inner: unknown, isName: boolean): void => {
    if (names.size >= maxNames) return;
    if (typeof inner === 'string') {
      if (isName) names.add(inner.trim());
      else {
        for (const { start, end, confidence } of personName.find(inner, '')) {
          if (confidence >= sureFrom) names.add(inner.slice(start, end));
        }
      }
    } else if (Array.isArray(inner)) for (const item of inner) visit(item, isName);
    else if (isObject(inner)) {
      for (const [key, member] of Object.entries(inner)) {
        const isEntity = isPerson && inner === value && key === 'entity_name';
        visit(member, isName || isEntity || nameKeys.test(wordsOfKey(key)));
      }
    }
  };
  visit(value, false);
  return [...names];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Finds names, and the parts of names of two or more words that begin with a capital letter: the surname alone names a person too. */
export function knownNames(names: readonly string[]): KnownNames {
  const wanted = new Set<string>();
  for (const name of names.slice(0, maxNames)) {
    const trimmed = name.trim();
    if (trimmed.length < 2 || trimmed.length > 100 || /[[\]{}]/.test(trimmed)) continue;
    wanted.add(trimmed);
    const parts = trimmed.split(/[\s,]+/);
    if (parts.length < 2) continue;
    for (const part of parts) if (/^\p{Lu}[\p{L}'’-]{2,}$/u.test(part)) wanted.add(part);
  }
  if (wanted.size === 0) return () => [];
  const texts = [...wanted].sort((a, b) => b.length - a.length).map(escaped);
  // A letter next to it makes it another word, except in scripts without spaces.
  const expression = new RegExp(
    String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}_])(?:${texts.join('|')})(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}_])`,
    'gu',
  );
  return (text) =>
    [...text.matchAll(expression)].map(
      (match): Finding => ({
        start: match.index,
        end: match.index + match[0].length,
        rule: 'known-name',
        label: 'NAME',
        confidence: 0.75,
      }),
    );
}
