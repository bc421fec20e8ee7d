import { signInSettingsText as text } from '../../../text/administration.ts';
import { Section } from '../section.tsx';
import { PasskeysPart } from './passkeys-part.tsx';
import { SessionsPart } from './sessions-part.tsx';

/** How one signs in, and where one is signed in. */
export function SignInPanel() {
  return (
    <Section lead={text.lead} title={text.title}>
      <PasskeysPart />
      <SessionsPart />
    </Section>
  );
}
