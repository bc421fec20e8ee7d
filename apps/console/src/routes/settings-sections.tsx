import { NotifyPart } from '../features/notify/notify-part.tsx';
import { Appearance } from '../features/settings/appearance.tsx';
import { OperatorsPanel } from '../features/settings/operators-panel.tsx';
import { SignInPanel } from '../features/settings/people/sign-in-panel.tsx';
import { PolicyPanel } from '../features/settings/policy-panel.tsx';
import { ProgramsPanel } from '../features/settings/programs-panel.tsx';
import { Section } from '../features/settings/section.tsx';
import { WebhooksPanel } from '../features/settings/webhooks-panel.tsx';
import { useAdvanceSetting } from '../live/advance-setting.ts';
import { useMe } from '../live/queries.ts';
import { settingsText as text } from '../text/texts.ts';
import { useCrumbs } from '../ui/crumbs.tsx';
import { Switch } from '../ui/inputs/switch.tsx';
import { KeySwitches } from '../ui/keys/key-switches.tsx';
import { useNames } from './use-names.ts';

/** How one works through the inbox, on this machine. */
function Answering() {
  const advance = useAdvanceSetting(useMe().data?.id ?? null);
  return (
    <section aria-labelledby="set-answering" className="soft-line-below settings-part stack">
      <h2 id="set-answering">{text.answering}</h2>
      <Switch
        checked={advance.isWanted}
        help={text.advanceHelp}
        label={text.advance}
        onChange={advance.choose}
      />
    </section>
  );
}

function useSettingsCrumbs(section: string): void {
  useCrumbs([{ label: text.title, to: '/settings' }, { label: section }]);
}

/** Personal settings: look, notifications and keys. */
export function GeneralPage() {
  useSettingsCrumbs(text.general);
  return (
    <Section title={text.general}>
      <Appearance />
      <Answering />
      <NotifyPart />
      <section aria-labelledby="set-keys" className="soft-line-below settings-part stack">
        <h2 id="set-keys">{text.keys}</h2>
        <p className="small muted help-text">{text.keysHelp}</p>
        <KeySwitches />
      </section>
    </Section>
  );
}

export function OperatorsPage() {
  useSettingsCrumbs(text.operators);
  return <OperatorsPanel />;
}

export function PolicyPage() {
  useSettingsCrumbs(text.policy);
  const { operatorName } = useNames();
  return <PolicyPanel operatorName={operatorName} />;
}

export function WebhooksPage() {
  useSettingsCrumbs(text.webhooks);
  return <WebhooksPanel />;
}

export function SignInSettingsPage() {
  useSettingsCrumbs(text.signIn);
  return <SignInPanel />;
}

export function ProgramsPage() {
  useSettingsCrumbs(text.programs);
  return <ProgramsPanel />;
}
