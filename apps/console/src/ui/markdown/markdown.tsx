import { memo, useState } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remend from 'remend';
import { visibleText } from '../../text/visible-text.ts';
import { createBlockSplitter, spansBlocks, type TextBlock } from './block-splitter.ts';
import './markdown.css';
import { markdownComponents } from './markdown-components.tsx';
import { useThrottledText } from './use-throttled-text.ts';

const plugins = [remarkGfm];
const pageSize = 40;

/** Every address reaches our own components unchanged: only they decide what becomes a link, and nothing is loaded. */
const keepUrl = (url: string) => url;

const Block = memo(function Block({ source }: { source: string }) {
  return (
    <ReactMarkdown components={markdownComponents} remarkPlugins={plugins} urlTransform={keepUrl}>
      {source}
    </ReactMarkdown>
  );
});

interface BlockPage {
  at: number;
  blocks: readonly TextBlock[];
}

/** A page of frozen blocks: one comparison per page instead of one per block and token. */
const Page = memo(
  function Page({ page }: { page: BlockPage }) {
    return page.blocks.map((block) => <Block key={block.at} source={block.raw} />);
  },
  (before, after) =>
    before.page.blocks.length === after.page.blocks.length &&
    before.page.blocks[0] === after.page.blocks[0],
);

function pagesOf(blocks: readonly TextBlock[]): BlockPage[] {
  const pages: BlockPage[] = [];
  for (let from = 0; from < blocks.length; from += pageSize) {
    const page = blocks.slice(from, from + pageSize);
    pages.push({ at: page[0]?.at ?? 0, blocks: page });
  }
  return pages;
}

/**
 * Markdown written by an agent. HTML is shown as text, links carry their host and leave no referrer,
 * images are named but never loaded, invisible characters are spelled out.
 *
 * @param open the text is still being written: its tail is repaired (an unclosed `**` reads as bold) and carries a caret.
 */
export const Markdown = memo(function Markdown({
  text,
  open = false,
}: {
  text: string;
  open?: boolean;
}) {
  const { ref, shown } = useThrottledText(text, open);
  return (
    <div
      className={open ? 'prose breakable is-open' : 'prose breakable'}
      dir="auto"
      lang=""
      ref={ref}
    >
      <Blocks open={open} text={shown} />
    </div>
  );
});

const Blocks = memo(function Blocks({ text, open }: { text: string; open: boolean }) {
  const [splitter] = useState(createBlockSplitter);
  const source = visibleText(text);
  if (!open && spansBlocks(source)) return <Block source={source} />;
  const { done, tail } = splitter.split(source);
  const last = tail.at(-1);
  return (
    <>
      {pagesOf(done).map((page) => (
        <Page key={page.at} page={page} />
      ))}
      {tail.map((block) => (
        <Block key={block.at} source={open && block === last ? repair(block.raw) : block.raw} />
      ))}
    </>
  );
});

function repair(block: string): string {
  return remend(block, { htmlTags: false, linkMode: 'text-only', katex: false });
}
