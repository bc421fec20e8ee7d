import type { ReactNode } from 'react';
import { settingsText as text } from '../../text/texts.ts';
import { useCurrentInView } from '../../ui/hooks/use-current-in-view.ts';
import './settings-frame.css';

/** The sections on the left (above, on a phone), one of them on the right. */
export function SettingsFrame({
  path,
  sections,
  children,
}: {
  /** Of the section that is shown. */
  path: string;
  sections: ReactNode;
  children: ReactNode;
}) {
  // On a phone the sections scroll sideways.
  const ref = useCurrentInView(path);
  return (
    <div className="full-height settings">
      <nav aria-label={text.sections} className="on-panel settings-nav nav-links column" ref={ref}>
        {sections}
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={text.title} className="scrolls padded" tabIndex={0}>
        {children}
      </section>
    </div>
  );
}
