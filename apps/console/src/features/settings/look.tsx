import { settingsText as text } from '../../text/settings.ts';
import { useTheme } from '../../theme/theme-mode.ts';
import { zoneName } from '../../ui/format-time.ts';
import { Segmented } from '../../ui/segmented.tsx';

/** How the console looks on this machine. */
export function Look() {
  const { choice, choose } = useTheme();
  return (
    <section aria-labelledby="set-look" className="set-part">
      <h2 id="set-look">{text.look}</h2>
      <div className="row set-wrap">
        <Segmented
          label={text.theme}
          onChange={choose}
          options={[
            { value: 'system', label: text.system },
            { value: 'light', label: text.light },
            { value: 'dark', label: text.dark },
          ]}
          value={choice}
        />
        <span className="help">{text.themeHelp}</span>
      </div>
      <p className="help">{text.zone(zoneName())}</p>
    </section>
  );
}
