import type { ReactNode } from 'react';
import { errorText, problemOf } from '../../live/problem-text.ts';
import { type Pages, rowsOf } from '../../live/use-route.ts';
import { knowledgeText as text } from '../../text/knowledge.ts';
import { faultText } from '../../text/statements/statements.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface Reading {
  data: unknown;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** What was read; that it is being read; or why it could not be. What was read before an error stays. */
export function Reading({
  of,
  title = text.failed,
  rows = 4,
  children,
}: {
  of: Reading;
  title?: string;
  rows?: number;
  children: ReactNode;
}) {
  return (
    <>
      {of.isError ? (
        <ErrorPanel detail={errorText(of.error)} onRetry={() => void of.refetch()} title={title} />
      ) : null}
      {of.data === undefined ? of.isError ? null : <Skeleton rows={rows} /> : children}
    </>
  );
}

/** Reads the next page of a list. */
export function More({ of }: { of: Pages<unknown> }) {
  if (!of.hasNextPage) return null;
  return (
    <p className="list-line knowledge-more">
      <Button busy={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
        {text.more}
      </Button>
    </p>
  );
}

/** Reads a list again that has become longer: it does not change by itself while it is decided from. `now`: how many there are. */
export function Fresh({
  of,
  now = 0,
}: {
  of: Pages<{ items: unknown[]; nextCursor: string | null }>;
  now?: number | undefined;
}) {
  // Of a list that is not read to its end, nobody knows what is new.
  const isKnown = of.data !== undefined && !of.hasNextPage && !of.isPlaceholderData;
  const unseen = isKnown ? now - rowsOf(of).length : 0;
  if (unseen <= 0) return null;
  return (
    <Button onClick={() => void of.refetch()} small>
      {text.fresh(unseen)}
    </Button>
  );
}

/** Why something was not done, with each fault at its place. */
export function Failed({ of, title = text.actionFailed }: { of: unknown; title?: string }) {
  if (of === null || of === undefined) return null;
  const first = errorText(of);
  const faults = (problemOf(of)?.errors ?? []).map((fault) => ({
    path: fault.path,
    message: faultText(fault),
  }));
  return (
    <Banner role="alert" tone="fail">
      <b className="strong">{title}</b>
      <p className="small breakable">{visibleText(first)}</p>
      {faults.slice(0, 20).map(({ path, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: faults have no names, and never change their order.
        <p className="small breakable" key={index}>
          <code>{visibleText(path)}</code> {visibleText(message)}
        </p>
      ))}
    </Banner>
  );
}

/** Whether a request failed because what it is about has changed since it was shown. */
export const isChanged = (failure: unknown): boolean => problemOf(failure)?.status === 409;
