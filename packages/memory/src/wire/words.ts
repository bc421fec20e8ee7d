import type { MemoryType } from '../model/content.ts';
import type { Importance } from '../model/memory.ts';

/** The types as the wire has them: Co-TAP says episodic, the specification of MEK and the public reference `episode`. */
const wireTypes: Record<MemoryType, string> = {
  workflow: 'workflow',
  profile: 'profile',
  semantic: 'semantic',
  episodic: 'episode',
};

const types: ReadonlyMap<string, MemoryType> = new Map<string, MemoryType>([
  ['workflow', 'workflow'],
  ['profile', 'profile'],
  ['semantic', 'semantic'],
  ['episode', 'episodic'],
  ['episodic', 'episodic'],
  ['工作流', 'workflow'],
  ['工作流记忆', 'workflow'],
  ['画像', 'profile'],
  ['画像记忆', 'profile'],
  ['语义', 'semantic'],
  ['语义记忆', 'semantic'],
  ['情景', 'episodic'],
  ['情景记忆', 'episodic'],
]);

const importanceWords: ReadonlyMap<string, Importance> = new Map<string, Importance>([
  ['high', 'high'],
  ['medium', 'medium'],
  ['low', 'low'],
  ['高', 'high'],
  ['中', 'medium'],
  ['低', 'low'],
]);

const wordOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim().toLowerCase() : '';

/** A type in any spelling; null = none of them. */
export const readType = (value: unknown): MemoryType | null => types.get(wordOf(value)) ?? null;
export const writeType = (type: MemoryType): string => wireTypes[type];

/** Unknown is medium, as in the reference. */
export const readImportance = (value: unknown): Importance =>
  importanceWords.get(wordOf(value)) ?? 'medium';
