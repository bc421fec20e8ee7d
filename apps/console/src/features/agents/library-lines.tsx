import type { Library } from '@countersign/api/agents/library';
import { agentsText } from '../../text/texts.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { installLine } from '../../ui/texts/install-line.ts';

const words = agentsText.form.libraries;

/** How an author installs what an agent is written with, from this server: at the address by which the console was opened. */
export function LibraryLines({ libraries }: { libraries: readonly Library[] }) {
  if (libraries.length === 0) return null;
  return (
    <section aria-label={words.label} className="stack">
      <p className="small muted">{words.lead}</p>
      {libraries.map((library) => {
        const { kind } = library;
        const line = installLine(library);
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
