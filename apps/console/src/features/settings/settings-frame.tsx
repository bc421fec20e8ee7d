import { type ReactNode, useEffect, useRef } from 'react';
import { settingsText as text } from '../../text/settings.ts';
import { usePhone } from '../../ui/use-phone.ts';
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
  const ref = useRef<HTMLElement>(null);
  const isPhone = usePhone();
  // On a phone the sections scroll sideways: the one that is shown must be in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another current link, another window another place
  useEffect(() => {
    const current = ref.current?.querySelector('[aria-current]');
    current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [path, isPhone]);
  return (
    <div className="full-height settings">
      <nav aria-label={text.sections} className="on-panel settings-nav nav-links column" ref={ref}>
        {sections}
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={text.title} className="scrolls settings-body" tabIndex={0}>
        {children}
      </section>
    </div>
  );
}
