import type { HeldCall } from '@countersign/api/agents/door';
import { isObject } from '@countersign/json/json-object';

/** What a tool does, as far as its question depends on it. */
export type ToolKind = 'command' | 'write' | 'edit' | 'patch' | 'read' | 'other';

/** The tools of the agents by name, as their hooks name them. What is not here may do anything. */
const kinds: Readonly<Record<string, ToolKind>> = {
  ...{ Bash: 'command', bash: 'command', run_shell_command: 'command', shell: 'command' },
  ...{ Write: 'write', write: 'write', write_file: 'write' },
  ...{ Edit: 'edit', MultiEdit: 'edit', edit: 'edit', replace: 'edit', multiedit: 'edit' },
  ...{ apply_patch: 'patch', patch: 'patch' },
  ...{ Read: 'read', Glob: 'read', Grep: 'read', LS: 'read', TodoWrite: 'read' },
  ...{
    read: 'read',
    glob: 'read',
    grep: 'read',
    list: 'read',
    todowrite: 'read',
    todoread: 'read',
  },
  ...{ read_file: 'read', list_directory: 'read', search_file_content: 'read' },
  ...{ read_many_files: 'read', grep_search: 'read', update_plan: 'read' },
};

export const kindOf = ({ tool }: Pick<HeldCall, 'tool'>): ToolKind =>
  Object.hasOwn(kinds, tool) ? (kinds[tool] ?? 'other') : 'other';

const textIn = (input: HeldCall['input'], names: readonly string[]): string | null => {
  for (const name of names) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
};

/** The file that a call writes or edits; null = it names none. */
export const fileOf = ({ input }: Pick<HeldCall, 'input'>): string | null =>
  textIn(input, ['file_path', 'filePath', 'path', 'notebook_path', 'absolute_path']);

/** The members that are the agent's own words about its call, and no part of what runs. */
const prose = new Set(['description', 'justification', 'explanation']);

/** What the agent says about its call; null = nothing. */
export const wordsOf = ({ input, tool }: Pick<HeldCall, 'input' | 'tool'>): string | null =>
  kindOf({ tool }) === 'command' ? textIn(input, [...prose]) : null;

/** Shown first: what runs, or where. */
const first = ['command', 'file_path', 'filePath', 'path', 'notebook_path', 'url', 'query'];

/** The arguments with what runs first and the agent's words last; nothing is left out. */
export function inOrder({ input }: Pick<HeldCall, 'input'>): Record<string, unknown> {
  const rank = (name: string) => {
    const place = first.indexOf(name);
    if (place >= 0) return place;
    return prose.has(name) ? first.length + 1 : first.length;
  };
  const members = Object.entries(input).map((member, place) => ({ member, place }));
  members.sort((a, b) => rank(a.member[0]) - rank(b.member[0]) || a.place - b.place);
  return Object.fromEntries(members.map(({ member }) => member));
}

/** Texts of a call that are replaced by others, in order. */
export function replacementsOf({ input }: Pick<HeldCall, 'input'>): [string, string][] {
  const { edits } = input;
  const list: unknown[] = Array.isArray(edits) ? edits : [input];
  return list.flatMap((one): [string, string][] => {
    if (!isObject(one)) return [];
    const before = textIn(one, ['old_string', 'oldString']) ?? '';
    const after = one['new_string'] ?? one['newString'];
    return typeof after === 'string' ? [[before, after]] : [];
  });
}
