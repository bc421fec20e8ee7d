import type { Thread } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { useEffect, useMemo, useState } from 'react';

type Reader = typeof import('../text/answers/answered-prompt.ts');

// Loaded once, and only by a task that needs it: new answers come with their labels.
let loaded: Reader | null = null;

function lacksLabels({ decision, edited }: ThreadPrompt): boolean {
  if (decision === null || edited !== undefined || decision.feedback.type !== 'edit') return false;
  const { patch, value } = decision.feedback.content;
  return patch !== undefined || value !== undefined;
}

/** The thread with the labels of what its answers changed, also of answers that were recorded without them. */
export function useAnswersInWords(thread: Thread): Thread {
  const { prompts } = thread;
  const [reader, setReader] = useState(loaded);
  const lacks = useMemo(() => Object.values(prompts).some(lacksLabels), [prompts]);
  useEffect(() => {
    if (!lacks || reader !== null) return;
    import('../text/answers/answered-prompt.ts').then(
      (read) => {
        loaded = read;
        setReader(read);
      },
      // Until the file can be loaded, the keys are shown.
      () => {},
    );
  }, [lacks, reader]);
  return useMemo(
    () =>
      lacks && reader !== null ? { ...thread, prompts: reader.promptsInWords(thread) } : thread,
    [thread, lacks, reader],
  );
}
