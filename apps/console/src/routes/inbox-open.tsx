import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { NothingChosen } from '../features/inbox/queue-panel.tsx';
import { inboxText as text } from '../text/inbox.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { InboxRows } from './use-inbox-rows.ts';

const FirstMinutePart = lazyPart(
  async () => (await import('./first-minute-part.tsx')).FirstMinutePart,
);

interface InboxOpenProps {
  /** Without any question yet: the first steps. */
  isNew: boolean;
  isChosen: boolean;
  inbox: Pick<InboxRows, 'queue' | 'prompts'>;
}

/** Next to the queue: the chosen prompt, or a placeholder while none is chosen. */
export function InboxOpen({ isNew, isChosen, inbox }: InboxOpenProps) {
  if (isNew) {
    return (
      <Suspense fallback={<Skeleton rows={6} label={text.loading} />}>
        <FirstMinutePart />
      </Suspense>
    );
  }
  if (isChosen) return <Outlet />;
  const open = inbox.prompts.data?.filter((prompt) => prompt.state === 'open');
  return <NothingChosen empty={inbox.queue.rows.length === 0} open={open?.length ?? null} />;
}
