import { useState } from 'react';
import { keepLanguage, keptLanguage, locales } from '../../text/locales.ts';
import { settingsText as text } from '../../text/texts.ts';
import { Segmented } from '../../ui/segmented.tsx';

interface LanguageProps {
  /** The languages by their tags, each with its own name. */
  known?: Readonly<Record<string, { name: string }>>;
  reload?: () => void;
}

/** The language of the console; hidden if there is only one. */
export function Language({ known = locales, reload = () => location.reload() }: LanguageProps) {
  const [kept, setKept] = useState(() => keptLanguage(known));
  const names = Object.entries(known);
  if (names.length < 2) return null;
  const choose = (value: string) => {
    const tag = value === 'system' ? null : value;
    if (tag === kept) return;
    keepLanguage(tag);
    setKept(tag);
    // Texts are read when their modules are loaded. Drafts are kept.
    reload();
  };
  return (
    <div className="row wrapping settings-wrap">
      <span aria-hidden className="label">
        {text.language}
      </span>
      <Segmented
        label={text.language}
        onChange={choose}
        options={[
          { value: 'system', label: text.languageSystem },
          ...names.map(([tag, { name }]) => ({ value: tag, label: name })),
        ]}
        value={kept ?? 'system'}
      />
      <span className="small muted help-text">{text.languageHelp}</span>
    </div>
  );
}
