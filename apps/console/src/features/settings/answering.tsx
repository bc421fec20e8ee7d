import { useAdvanceSetting } from '../../live/advance-setting.ts';
import { useMe } from '../../live/queries.ts';
import { settingsText as text } from '../../text/texts.ts';
import { Switch } from '../../ui/switch.tsx';

/** How one works through the inbox, on this machine. */
export function Answering() {
  const [advance, setAdvance] = useAdvanceSetting(useMe().data?.id ?? null);
  return (
    <section aria-labelledby="set-answering" className="soft-line-below settings-part stack">
      <h2 id="set-answering">{text.answering}</h2>
      <Switch
        checked={advance}
        help={text.advanceHelp}
        label={text.advance}
        onChange={setAdvance}
      />
    </section>
  );
}
