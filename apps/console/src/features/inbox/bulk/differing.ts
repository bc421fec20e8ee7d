import type { Prompt } from '@countersign/api/prompt';
import { canonicalJson } from '@countersign/json/canonical-json';
import { isObject } from '@countersign/json/json-object';
import { escapeToken } from '@countersign/json/json-pointer';
import { upPromptOf, withUpPrompt } from '@countersign/upformat/up-prompt';

/** A table wider than this is folded: deeper members share the column of their container, and nothing is left out. */
const MAX_COLUMNS = 12;
const MAX_DEPTH = 8;

/** Members that name a prompt or have their own columns: they always differ, and are not part of the question. */
const ownColumns = new Set(['messageId', 'threadId', 'parentMessageId', 'timestamp', 'agentId']);
const ownPromptColumns = new Set(['ask', 'expiresAt', 'revision', 'severity']);

const without = <Members extends object>(
  names: ReadonlySet<string>,
  members: Members,
): Partial<Members> =>
  Object.fromEntries(
    Object.entries(members).filter(([name]) => !names.has(name)),
  ) as Partial<Members>;

/** The question, without the members that only identify it. */
function contentOf(prompt: Prompt): Record<string, unknown> {
  const { upPrompt: said, ...content } = without(ownColumns, withUpPrompt(prompt.message));
  const { defaultFeedback, ...upPrompt } = without(ownPromptColumns, upPromptOf(prompt.message));
  if (said === undefined) return content;
  // Without its own columns nothing may be left: then it says as much as a question that has no such member.
  if (defaultFeedback === undefined)
    return Object.keys(upPrompt).length === 0 ? content : { ...content, upPrompt };
  const { target: _target, ...rest } = defaultFeedback;
  return { ...content, upPrompt: { ...upPrompt, defaultFeedback: rest } };
}

/** What is sent if nobody answers. */
export const defaultPointer = '/upPrompt/defaultFeedback';

/** A list of objects is one column, however long: its indexes are no names. */
const isList = (node: unknown): boolean =>
  Array.isArray(node) && node.some((item) => typeof item === 'object' && item !== null);

/** The values at most `depth` levels down, by JSON Pointer. Empty containers and lists of things are values. */
function leavesOf(value: unknown, depth: number): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const visit = (node: unknown, path: string, left: number) => {
    if (path === defaultPointer && isObject(node)) {
      // It is read in words, which need its kind and its content together.
      const { metadata, ...answer } = node;
      leaves.set(path, answer);
      if (metadata !== undefined) visit(metadata, `${path}/metadata`, left - 1);
      return;
    }
    const entries =
      typeof node === 'object' && node !== null && left > 0 && !isList(node)
        ? Object.entries(node)
        : [];
    if (entries.length === 0) leaves.set(path, node);
    for (const [name, member] of entries) visit(member, `${path}/${escapeToken(name)}`, left - 1);
  };
  visit(value, '', depth);
  return leaves;
}

const textOf = (leaves: ReadonlyMap<string, unknown>, path: string): string =>
  leaves.has(path) ? canonicalJson(leaves.get(path) ?? null) : '';

/** The rows as a table: `columns` are pointers that differ, `same` what does not. */
export interface Differing {
  columns: readonly string[];
  /** By prompt id, then by column; a column that a row does not have is absent. */
  cells: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  same: ReadonlyMap<string, unknown>;
}

function atDepth(prompts: readonly Prompt[], depth: number): Differing {
  const cells = new Map(prompts.map((prompt) => [prompt.id, leavesOf(contentOf(prompt), depth)]));
  const all = [...cells.values()];
  const [first = new Map<string, unknown>()] = all;
  const columns: string[] = [];
  const same = new Map<string, unknown>();
  // A member that is a value here and a container there has both paths: both are shown.
  for (const path of new Set(all.flatMap((leaves) => [...leaves.keys()]))) {
    const text = textOf(first, path);
    if (all.every((leaves) => textOf(leaves, path) === text)) same.set(path, first.get(path));
    else columns.push(path);
  }
  return { columns, cells, same };
}

/** Exactly what differs between prompts, as deep as a table can show it; everything else is `same`. */
export function differingOf(prompts: readonly Prompt[]): Differing {
  for (let depth = MAX_DEPTH; depth > 1; depth -= 1) {
    const found = atDepth(prompts, depth);
    if (found.columns.length <= MAX_COLUMNS) return found;
  }
  return atDepth(prompts, 1);
}
