import { useEffect } from 'react';
import { notifyText as text } from '../../text/texts.ts';
import { useCrumbTrail } from '../../ui/crumbs.tsx';
import { showOnFavicon } from './favicon.ts';

/** The title and icon of the tab: `(3) Inbox · Countersign`. `blocking`: as the server counts. Draws nothing. */
export function TabTitle({ blocking }: { blocking: number }) {
  const page = useCrumbTrail().at(-1)?.label;
  useEffect(() => {
    const words = [page, text.product].filter(Boolean).join(' · ');
    document.title = blocking > 0 ? `(${blocking}) ${words}` : words;
  }, [blocking, page]);
  useEffect(() => {
    showOnFavicon(blocking);
  }, [blocking]);
  useEffect(() => () => showOnFavicon(0), []);
  return null;
}
