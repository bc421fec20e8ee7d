import type { RecalledMemory } from '@countersign/hai/recalled';

/** An event with the same cause among what a run was given; undefined = none. */
export const seenBefore = (
  recalled: readonly RecalledMemory[],
  cause: string,
): RecalledMemory | undefined => recalled.find(({ content }) => content?.['cause'] === cause);
