import { type ReactNode, useState } from 'react';
import { knowledgeText as text } from '../../text/knowledge.ts';
import { shownFirst } from './shown-whole.ts';

/** The first of many items, and how many there are; the others on request. */
export function Many<Item>({
  of,
  children,
}: {
  of: readonly Item[];
  children: (shown: readonly Item[]) => ReactNode;
}) {
  const [opened, setOpened] = useState(shownFirst);
  return (
    <>
      {children(of.slice(0, opened))}
      {of.length <= opened ? null : (
        <p className="row-wrap small">
          <span className="muted">{text.shownOf(opened, of.length)}</span>
          <button className="link" onClick={() => setOpened(opened + 500)} type="button">
            {text.more}
          </button>
        </p>
      )}
    </>
  );
}
