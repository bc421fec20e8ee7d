import { tokensOf } from '@countersign/json/json-pointer';
import { decisionText } from '../../text/texts.ts';
import { titleOf } from '../forms/field-text.ts';

/** Keys as words, with lists counted from one. */
const inWords = (keys: readonly string[]): string[] =>
  keys.map((key) => (/^\d+$/.test(key) ? String(Number(key) + 1) : titleOf({}, key)));

const isOwner = (key: string | undefined): key is keyof typeof decisionText.ownerNames =>
  key !== undefined && Object.hasOwn(decisionText.ownerNames, key);

/** A member of a message outside of its content, as the panel of a question calls it: `Default › Reason`; null = it has no such name. */
export function messageMemberName(pointer: string): string | null {
  const path = tokensOf(pointer);
  const [owner, member, ...rest] = path;
  if (member === undefined && isOwner(owner)) return decisionText.ownerNames[owner];
  // Older messages have these members at the top.
  const keys = owner === 'upPrompt' ? path.slice(1) : path;
  const names: Readonly<Record<string, string>> = decisionText.memberNames;
  const name = Object.entries(names).find(([key]) => key === keys[0])?.[1];
  if (name !== undefined) {
    const below = keys.slice(1).filter((key) => key !== 'content');
    return [name, ...inWords(below)].join(' › ');
  }
  if (owner === 'upPrompt') return inWords(keys).join(' › ');
  if ((owner !== 'upThought' && owner !== 'upContext') || member === undefined) return null;
  const own = Object.entries(names).find(([key]) => key === member)?.[1] ?? titleOf({}, member);
  return [own, ...inWords(rest)].join(' › ');
}
