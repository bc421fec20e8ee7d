import { Children, type ReactNode, useEffect } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { locale } from '../../text/locale.ts';
import { frameText, guideSections } from '../../text/texts.ts';
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

/** The guide in all its languages. Only one is loaded: that of the chosen language, or else English. */
const guides = import.meta.glob<string>('../../../../../docs/guide*.md', {
  query: '?raw',
  import: 'default',
});
const load =
  guides[`../../../../../docs/guide.${locale()}.md`] ?? guides['../../../../../docs/guide.md'];
const source = await load?.();

/** The hash by which the console links to a section; sections that it links to have the same one in every language. */
function sectionId(title: ReactNode): string {
  const heading = Children.toArray(title).join('');
  const linked = Object.entries(guideSections).find(([, name]) => name === heading);
  return linked?.[0] ?? heading.toLowerCase().replaceAll(' ', '-');
}

/** The page has its own level-one heading, followed by the sections. */
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
    <article className="prose breakable full-height scrolls padded guide">
      <ReactMarkdown components={components} remarkPlugins={plugins}>
        {source}
      </ReactMarkdown>
      <p className="small muted">
        {version} · <a href="/docs">{frameText.allDocumentation}</a>
      </p>
    </article>
  );
}
