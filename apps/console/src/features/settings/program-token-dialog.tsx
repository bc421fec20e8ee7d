import type { CreatedProgram } from '@countersign/api/agents/program';
import { KeyRound } from 'lucide-react';
import { programsText, settingsText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CodeBlock } from '../../ui/texts/code-block.tsx';
import { curlLine, httpConfiguration, stdioConfiguration } from '../../ui/texts/program-access.ts';

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
            <CodeBlock
              heading="h3"
              copied={words.copyCurl}
              text={curlLine(access)}
              title={words.curl}
            />
            <CodeBlock
              heading="h3"
              copied={words.copySecret}
              help={words.secretHelp}
              text={client.callbackSecret ?? ''}
              title={words.secret}
            />
          </>
        ) : (
          <>
            <p>{words.how}</p>
            <CodeBlock
              heading="h3"
              copied={words.copyHttp}
              text={httpConfiguration(access)}
              title={words.http}
            />
            <CodeBlock
              heading="h3"
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
