import { useMemo } from 'react';
import { settingsText as text } from '../../text/texts.ts';
import { useDensity } from '../../theme/density.ts';
import { useTheme } from '../../theme/theme-mode.ts';
import { Field } from '../../ui/field.tsx';
import { formatMinute, zoneText } from '../../ui/format-time.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { chooseZone, useZone, zoneNames } from '../../ui/time-zone.ts';
import { Language } from './language.tsx';

/** How the console looks on this machine, and by which clock. */
export function Appearance() {
  const theme = useTheme();
  const { density, choose } = useDensity();
  return (
    <section aria-labelledby="set-look" className="soft-line-below settings-part stack">
      <h2 id="set-look">{text.look}</h2>
      <div className="row wrapping settings-wrap">
        <span aria-hidden className="label">
          {text.theme}
        </span>
        <Segmented
          label={text.theme}
          onChange={theme.choose}
          options={[
            { value: 'system', label: text.system },
            { value: 'light', label: text.light },
            { value: 'dark', label: text.dark },
          ]}
          value={theme.choice}
        />
        <span className="small muted help-text">{text.themeHelp}</span>
      </div>
      <div className="row wrapping settings-wrap">
        <span aria-hidden className="label">
          {text.density}
        </span>
        <Segmented
          label={text.density}
          onChange={choose}
          options={[
            { value: 'compact', label: text.densities.compact },
            { value: 'comfortable', label: text.densities.comfortable },
          ]}
          value={density}
        />
        <span className="small muted help-text">{text.densityHelp}</span>
      </div>
      <Language />
      <Zone />
    </section>
  );
}

function Zone() {
  const zone = useZone();
  const options = useMemo(
    () => [
      {
        value: 'local',
        label: text.zoneLocal(Intl.DateTimeFormat().resolvedOptions().timeZone),
      },
      { value: 'UTC', label: 'UTC' },
      ...zoneNames().map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
    ],
    [],
  );
  return (
    <Field help={text.zoneNow(zoneText(), formatMinute(Date.now()))} label={text.zone}>
      {(ids) => <Select {...ids} onChange={chooseZone} options={options} value={zone} />}
    </Field>
  );
}
