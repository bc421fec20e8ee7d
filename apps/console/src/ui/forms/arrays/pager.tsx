import { useState } from 'react';
import { formsText as text } from '../../../text/texts.ts';
import { Button } from '../../button.tsx';
import { useForm } from '../form-context.ts';
import type { Path } from '../pointer.ts';
import { nextKeyTowards } from '../reveal.ts';

const SIZE = 50;

export interface Page {
  from: number;
  to: number;
  count: number;
  show: (place: number) => void;
}

/** Which of many are drawn: fifty at a time. A place that a summary asks for turns to its page. */
export function usePage(count: number, path: Path, placeOf: (key: string) => number): Page {
  const { revealed } = useForm();
  const [at, setAt] = useState(0);
  const [seen, setSeen] = useState<Path | null>(null);
  const show = (place: number) => setAt(Math.max(0, Math.floor(place / SIZE)));
  if (revealed !== seen) {
    setSeen(revealed);
    const key = nextKeyTowards(revealed, path);
    const place = key === null ? -1 : placeOf(key);
    if (place >= 0) show(place);
  }
  const last = Math.max(0, Math.ceil(count / SIZE) - 1);
  const from = Math.min(at, last) * SIZE;
  return { from, to: Math.min(count, from + SIZE), count, show };
}

/** The buttons to the previous and next entries; nothing when all are shown. */
export function Pager({ page, title }: { page: Page; title: string }) {
  const { from, to, count, show } = page;
  if (count <= SIZE) return null;
  return (
    <div className="pager row form-span-12">
      <Button
        small
        aria-label={text.earlier(title)}
        aria-disabled={from === 0}
        onClick={() => show(from - SIZE)}
      >
        {text.before}
      </Button>
      <span className="muted tabular" role="status">
        {text.page(from + 1, to, count)}
      </span>
      <Button
        small
        aria-label={text.later(title)}
        aria-disabled={to === count}
        onClick={() => show(Math.min(count - 1, from + SIZE))}
      >
        {text.after}
      </Button>
    </div>
  );
}
