import type { CreatedProgram } from '@countersign/api/program';
import { KeyRound } from 'lucide-react';
import { programsText } from '../../text/programs.ts';
import { settingsText } from '../../text/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { curlLine, httpConfiguration, stdioConfiguration } from './program-access.ts';

const words = programsText.token;

interface ProgramTokenDialogProps {
  /** Null = closed. */
  client: CreatedProgram | null;
  onClose: () => void;
}

/** The token on the only occasion it can be seen, within configurations that can be pasted into a client. */
export function ProgramTokenDialog({ client, onClose }: ProgramTokenDialogProps) {
  const access = { token: client?.token ?? '', origin: location.origin };
  return (
    <Dialog
      footer={
        <Button onClick={onClose} variant="primary">
          {settingsText.secret.done}
        </Button>
      }
      keepOpen
      onOpenChange={(open) => open || onClose()}
      open={client !== null}
      title={words.title(client?.name ?? '')}
    >
      <div className="dialog-form stack-wide">
        <Banner icon={KeyRound} tone="need">
          {settingsText.secret.shownOnce}
        </Banner>
        {client?.via === 'http' ? (
          <>
            <p>{words.howHttp}</p>
            <Configuration copied={words.copyCurl} text={curlLine(access)} title={words.curl} />
            <Configuration
              copied={words.copySecret}
              help={words.secretHelp}
              text={client.callbackSecret ?? ''}
              title={words.secret}
            />
          </>
        ) : (
          <>
            <p>{words.how}</p>
            <Configuration
              copied={words.copyHttp}
              text={httpConfiguration(access)}
              title={words.http}
            />
            <Configuration
              copied={words.copyStdio}
              help={words.stdioHelp}
              text={stdioConfiguration(access)}
              title={words.stdio}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Configuration(props: { title: string; text: string; copied: string; help?: string }) {
  return (
    <section className="stack-tight">
      <div className="row">
        <h3 className="grow">{props.title}</h3>
        <CopyButton of={props.copied} text={() => props.text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre className="rounded code" dir="ltr" tabIndex={0}>
        {props.text}
      </pre>
      {props.help === undefined ? null : <p className="small muted help-text">{props.help}</p>}
    </section>
  );
}
