import { Children, type ReactNode, useEffect } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import source from '../../../../../docs/guide.md?raw';
import { markdownComponents } from '../../ui/markdown/markdown-components.tsx';
import '../../ui/markdown/markdown.css';
import './guide.css';

/** Pictures of the guide, by their name: they are files of the build, so none comes from elsewhere. */
const pictures = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../../../../../docs/images/guide/*.png', {
      eager: true,
      query: '?url',
      import: 'default',
    }),
  ).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
);

const nameOf = (path: string | Blob | undefined) =>
  typeof path === 'string' ? path.slice(path.lastIndexOf('/') + 1) : '';

/** As other places of the console link to a section. */
const sectionId = (title: ReactNode) =>
  Children.toArray(title).join('').toLowerCase().replaceAll(' ', '-');

/** The page has a heading of its own level one; the sections follow it. */
const components: Components = {
  ...markdownComponents,
  h1: ({ children }) => <h1>{children}</h1>,
  h2: ({ children }) => <h2 id={sectionId(children)}>{children}</h2>,
  img: ({ src, alt }) => <img alt={alt ?? ''} loading="lazy" src={pictures[nameOf(src)]} />,
};
const plugins = [remarkGfm];

/** The guide for operators, from the documentation. */
export function Guide({ version, section }: { version: string; section: string }) {
  // The section is there only now: the browser has looked for it before.
  useEffect(() => {
    if (section !== '') document.getElementById(section)?.scrollIntoView();
  }, [section]);
  return (
    <article className="prose guide">
      <ReactMarkdown components={components} remarkPlugins={plugins}>
        {source}
      </ReactMarkdown>
      <p className="s m">{version}</p>
    </article>
  );
}
