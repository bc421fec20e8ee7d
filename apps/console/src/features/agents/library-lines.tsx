import type { Library } from '@countersign/api/library';
import { agentsText } from '../../text/agents.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

const words = agentsText.form.libraries;
const installers = { npm: 'npm i', python: 'pip install' } as const;

/** How an author installs what an agent is written with, from this server: at the address by which the console was opened. */
export function LibraryLines({ libraries }: { libraries: readonly Library[] }) {
  if (libraries.length === 0) return null;
  return (
    <section aria-label={words.label} className="stack">
      <p className="small muted">{words.lead}</p>
      {libraries.map(({ kind, path }) => {
        const line = `${installers[kind]} ${location.origin}${path}`;
        return (
          <div className="copy-line small" key={kind}>
            <CopyButton className="link small copy-inside" of={words[kind]} text={() => line} />
            <code className="library-line">{line}</code>
          </div>
        );
      })}
    </section>
  );
}
