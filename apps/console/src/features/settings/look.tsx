import { settingsText as text } from '../../text/settings.ts';
import { useTheme } from '../../theme/theme-mode.ts';
import { Segmented } from '../../ui/segmented.tsx';

/** How the console looks on this machine. */
export function Look() {
  const { mode, toggle } = useTheme();
  return (
    <section aria-labelledby="set-look" className="set-part">
      <h2 id="set-look">{text.look}</h2>
      <div className="row set-wrap">
        <Segmented
          label={text.theme}
          onChange={(next) => {
            if (next !== mode) toggle();
          }}
          options={[
            { value: 'light', label: text.light },
            { value: 'dark', label: text.dark },
          ]}
          value={mode}
        />
        <span className="help">{text.themeHelp}</span>
      </div>
    </section>
  );
}
