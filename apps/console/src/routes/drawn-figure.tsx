import type { Figure } from '@countersign/upformat/edit-check';
import { Suspense } from 'react';
import { checkText } from '../text/decision-check.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const OutputView = lazyPart(
  async () => (await import('../features/stream/output-view.tsx')).OutputView,
);

/** Interactive outputs: next to a question they are shown as data only. */
const acting = new Set(['button', 'form']);

/** A Gen UI part next to a question, drawn as in a stream. */
export function DrawnFigure({ figure }: { figure: Figure }) {
  const output = acting.has(figure.type)
    ? { ...figure, type: `${figure.type} (inactive)` }
    : figure;
  return (
    <Suspense fallback={<Skeleton label={checkText.figures} rows={6} />}>
      <OutputView open={false} output={output} />
    </Suspense>
  );
}
