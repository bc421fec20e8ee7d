import type { CreatedProgram } from '@countersign/api/agents/program';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../live/problem-text.ts';
import { useAction } from '../../live/use-action.ts';
import { firstMinuteText as text } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { CodeBlock } from '../../ui/texts/code-block.tsx';
import {
  claudeLine,
  curlLine,
  httpConfiguration,
  pythonLines,
  typescriptLines,
} from '../../ui/texts/program-access.ts';
import { Step } from './first-minute.tsx';

/** A way for which a token is made. */
type ProgramWay = 'editor' | 'code';

interface ProgramStepsProps {
  way: ProgramWay;
  /** Null = the operator may not. */
  add: ((way: ProgramWay) => Promise<CreatedProgram>) | null;
  /** Of a library of this server: the line that installs it, and what it is called there. */
  library: (kind: 'npm' | 'python') => { line: string; name: string } | null;
  waiting: (program: CreatedProgram) => ReactNode;
}

/** A program that calls this server: a token, what to do with it, and the wait for its first question. */
export function ProgramSteps({ way, add, library, waiting }: ProgramStepsProps) {
  const [program, setProgram] = useState<CreatedProgram | null>(null);
  const { busy, failure, run } = useAction();
  if (add === null) {
    return (
      <Step title={text.token}>
        <p className="muted">{text.tokenAdmin}</p>
      </Step>
    );
  }
  if (program === null) {
    return (
      <Step title={text.token}>
        <p className="muted">{text.tokenDetail[way]}</p>
        <p>
          <Button
            busy={busy}
            onClick={() => void run(async () => setProgram(await add(way)))}
            variant="primary"
          >
            {text.tokenAction}
          </Button>
        </p>
        {failure === null ? null : (
          <Banner role="alert" tone="fail">
            {errorText(failure)}
          </Banner>
        )}
      </Step>
    );
  }
  const access = { token: program.token, origin: location.origin };
  return (
    <>
      <Step title={text.paste[way]}>
        <p className="row small">
          <KeyRound aria-hidden className="icon icon-small" />
          {text.once}
        </p>
        {way === 'editor' ? (
          <>
            <CodeBlock copied={text.client} text={httpConfiguration(access)} title={text.client} />
            <CodeBlock copied={text.claude} text={claudeLine(access)} title={text.claude} />
          </>
        ) : (
          <CodeBlocks access={access} library={library} />
        )}
      </Step>
      {way === 'editor' ? (
        <Step title={text.tell}>
          <CodeBlock copied={text.tell} text={text.tellWords} title={text.tellTitle} />
        </Step>
      ) : null}
      <Step title={text.wait}>{waiting(program)}</Step>
    </>
  );
}

type Language = 'curl' | 'typescript' | 'python';

function CodeBlocks({
  access,
  library,
}: Pick<ProgramStepsProps, 'library'> & { access: { token: string; origin: string } }) {
  const [language, setLanguage] = useState<Language>('curl');
  const npm = library('npm');
  const python = library('python');
  const options = [
    { value: 'curl' as const, label: 'curl' },
    ...(npm === null ? [] : [{ value: 'typescript' as const, label: 'TypeScript' }]),
    ...(python === null ? [] : [{ value: 'python' as const, label: 'Python' }]),
  ];
  return (
    <>
      {options.length > 1 ? (
        <Segmented
          label={text.language}
          onChange={setLanguage}
          options={options}
          value={language}
        />
      ) : null}
      {language === 'typescript' && npm !== null ? (
        <>
          <CodeBlock copied={text.install} text={npm.line} title={text.install} />
          <CodeBlock copied={text.ask} text={typescriptLines(access, npm.name)} title={text.ask} />
        </>
      ) : null}
      {language === 'python' && python !== null ? (
        <>
          <CodeBlock copied={text.install} text={python.line} title={text.install} />
          <CodeBlock copied={text.ask} text={pythonLines(access)} title={text.ask} />
        </>
      ) : null}
      {language === 'curl' ? (
        <CodeBlock
          copied={text.ask}
          help={text.curlHelp}
          text={curlLine(access)}
          title={text.ask}
        />
      ) : null}
    </>
  );
}
