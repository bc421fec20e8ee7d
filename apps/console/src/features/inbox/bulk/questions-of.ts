import type { Prompt } from '@countersign/api/prompt';
import { askText } from '../../../text/statements/asked-words.ts';
import { commonAsk } from '../group-text.ts';

/** Prompts that ask the same of different things. */
export interface OneQuestion {
  key: string;
  prompts: readonly Prompt[];
}

/** Questions of one class whose texts have nothing in common are separate. */
function apart(key: string, prompts: readonly Prompt[]): OneQuestion[] {
  const asks = new Set(prompts.map(askText));
  if (asks.size < 2 || commonAsk([...asks]).includes('…')) return [{ key, prompts }];
  return [...asks].map((ask) => ({
    key: `${key} ${ask}`,
    prompts: prompts.filter((prompt) => askText(prompt) === ask),
  }));
}

/** The different questions among prompts, in the order of their first ones. */
export function questionsOf(prompts: readonly Prompt[]): OneQuestion[] {
  const classes = new Map<string, Prompt[]>();
  for (const prompt of prompts) {
    const key = prompt.classKey;
    classes.set(key, [...(classes.get(key) ?? []), prompt]);
  }
  return [...classes].flatMap(([key, of]) => apart(key, of));
}
