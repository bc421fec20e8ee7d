import type { ReactNode } from 'react';
import { settingsText as text } from '../../text/settings.ts';
import './settings.css';

/** The sections on the left (above, on a phone), one of them on the right. */
export function SettingsFrame({
  sections,
  children,
}: {
  sections: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="sets">
      <nav aria-label={text.sections} className="sets-n">
        {sections}
      </nav>
      <div className="sets-b">{children}</div>
    </div>
  );
}
