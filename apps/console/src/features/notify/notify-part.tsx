import { onlyReads } from '@countersign/desk/permissions';
import { useState } from 'react';
import { useMe } from '../../live/queries.ts';
import { notifyText as text } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { formatSpan } from '../../ui/format-time.ts';
import { Switch } from '../../ui/inputs/switch.tsx';
import { Select } from '../../ui/select.tsx';
import { useNotifySettings } from './notify-context.tsx';
import { askPermission, usePermission } from './permission.ts';
import { showNotice } from './show-notice.ts';
import { playTone } from './tone.ts';
import './notify.css';

const repeats = [null, 300_000, 900_000] as const;

/** The notification settings: the browser's permission is requested here, and only by a press. */
export function NotifyPart() {
  const [settings, change] = useNotifySettings();
  const permission = usePermission();
  const [tested, setTested] = useState(false);
  const granted = permission === 'granted';
  const isViewer = onlyReads(useMe().data);
  const allow = async () => change({ on: await askPermission() });
  const test = () => {
    const sample = { id: 'test', ask: text.testTitle, agentName: text.product, relayedFor: null };
    showNotice({ kind: 'one', prompt: sample }, settings.words, () => {});
    if (settings.sound) playTone();
    setTested(true);
  };
  return (
    <section aria-labelledby="notify-title" className="soft-line-below settings-part stack">
      <h2 id="notify-title">{text.title}</h2>
      <p className="small muted help-text">{isViewer ? text.viewer : text.lead}</p>
      <div className="notify stack-wide">
        <Switch
          checked={settings.on && granted}
          disabled={permission === 'missing' || permission === 'denied'}
          help={text.onHelp(text.permission[permission])}
          label={text.on}
          onChange={(on) => {
            if (on && !granted) void allow();
            else change({ on });
          }}
        />
        <div className="halves">
          <Field help={text.wordsHelp} label={text.words}>
            {(ids) => (
              <Select
                {...ids}
                onChange={(words) => change({ words: words === 'ask' ? 'ask' : 'plain' })}
                options={[
                  { value: 'plain', label: text.plainLabel },
                  { value: 'ask', label: text.askLabel },
                ]}
                value={settings.words}
              />
            )}
          </Field>
          <Field label={text.repeat}>
            {(ids) => (
              <Select
                {...ids}
                onChange={(value) => change({ repeatMs: value === '' ? null : Number(value) })}
                options={repeats.map((ms) => ({
                  value: String(ms ?? ''),
                  label: ms === null ? text.repeatNever : text.repeatEvery(formatSpan(ms)),
                }))}
                value={String(settings.repeatMs ?? '')}
              />
            )}
          </Field>
        </div>
        <Switch
          checked={settings.sound}
          help={text.soundHelp}
          label={text.sound}
          onChange={(sound) => {
            change({ sound });
            if (sound) playTone();
          }}
        />
        <div className="row">
          <Button disabled={!granted && !settings.sound} onClick={test}>
            {text.test}
          </Button>
          <span className="small muted help-text" role="status">
            {tested && granted ? text.tested : null}
          </span>
        </div>
      </div>
    </section>
  );
}
