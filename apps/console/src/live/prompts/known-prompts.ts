import type { Prompt } from '@countersign/api/prompt';
import type { PromptRow } from '@countersign/api/prompt-row';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useClient } from '../session/client-context.tsx';

/** The current row of every prompt that this tab has received. */
export const useKnownRows = (): readonly PromptRow[] =>
  useStore(useClient().prompts.known, ({ rows }) => rows);

/** Prompts that are known whole, as they are now and in this order; what is shown here stays known as long as it is. */
export function useKnownPrompts(ids: readonly string[]): readonly Prompt[] {
  const { prompts } = useClient();
  const key = ids.join('\n');
  useEffect(() => prompts.hold(key.split('\n')), [prompts, key]);
  return useStore(
    prompts.known,
    useShallow(({ whole }) => ids.flatMap((id) => whole.get(id) ?? [])),
  );
}
