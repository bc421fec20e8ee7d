import type { Prompt } from '@countersign/api/prompt';
import { useState } from 'react';

/**
 * The content the operator is looking at. It is exchanged only by the operator: when the agent revises an open
 * prompt, `revised` holds the new one until `take` is called (law 4: you approve exactly what you see).
 */
export function useShown(live: Prompt): {
  shown: Prompt;
  revised: Prompt | null;
  take: () => void;
} {
  const [seen, setSeen] = useState(live);
  const same = seen.digest === live.digest;
  return {
    shown: same
      ? live
      : {
          ...live,
          message: seen.message,
          digest: seen.digest,
          ask: seen.ask,
          revision: seen.revision,
        },
    revised: !same && live.state === 'open' ? live : null,
    take: () => setSeen(live),
  };
}
