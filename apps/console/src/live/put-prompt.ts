import type { Prompt } from '@countersign/api/prompt';
import type { QueryClient } from '@tanstack/react-query';
import { writePrompts } from './prompt-cache.ts';
import { putChange } from './prompt-change.ts';

/** Writes what the server last said of a prompt everywhere it is shown. */
export function putPrompt(cache: QueryClient, prompt: Prompt): void {
  writePrompts(cache, [putChange(prompt)]);
}
