import type { Prompt } from '@countersign/api/prompt';
import { tokensOf } from '@countersign/json/json-pointer';
import { defaultPath, publicPart } from '@countersign/upformat/public-part';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { bulkText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { JsonView } from '../../../ui/json-view.tsx';
import { QuotedText } from '../../../ui/texts/quoted-text.tsx';
import { SecretBlock } from '../../../ui/texts/secret-value.tsx';
import type { BulkColumns } from './bulk-columns.ts';

/** The part of the question that is the same for all: the table of differences leaves it out. */
export function SameInAll({ shown, columns }: { shown: readonly Prompt[]; columns: BulkColumns }) {
  const { same } = columns.differing;
  const said = (pointer: string) => {
    const value = same.get(pointer);
    return typeof value === 'string' ? visibleText(value) : null;
  };
  const differs = (pointer: string) => columns.differing.columns.includes(pointer);
  const rest = Object.fromEntries(
    [...same].filter(([pointer]) => pointer !== '/upPrompt/effect' && pointer !== '/explanation'),
  );
  const hide = (pointer: string, value: unknown) =>
    shown.reduce((each, { message }) => publicPart(message, tokensOf(pointer), each), value);
  const masked = Object.fromEntries(
    Object.entries(rest).map(([pointer, value]) => [pointer, hide(pointer, value)]),
  );
  const isOpen = Object.entries(rest).every(([pointer, value]) => masked[pointer] === value);
  return (
    <div className="list-line stack">
      <dl className="stack fact-list">
        {said('/explanation') !== null && (
          <>
            <dt>{text.why}</dt>
            <dd>
              <QuotedText>{said('/explanation') ?? ''}</QuotedText>
            </dd>
          </>
        )}
        {!differs('/upPrompt/effect') && (
          <>
            <dt>{text.effect}</dt>
            <dd>{said('/upPrompt/effect') ?? <span className="muted">{text.noEffect}</span>}</dd>
          </>
        )}
        <dt>{text.ifNobody}</dt>
        <dd>
          <IfNobody shown={shown} />
        </dd>
      </dl>
      {shown.length > 1 && (
        <details>
          <summary className="small muted target-height">{text.sameInAll(shown.length)}</summary>
          <SecretBlock value={rest} masked={isOpen ? rest : masked}>
            {(value) => <JsonView value={value} label={text.sameInAll(shown.length)} short />}
          </SecretBlock>
        </details>
      )}
    </div>
  );
}

/** The default of all rows; if the defaults differ they are columns. */
function IfNobody({ shown }: { shown: readonly Prompt[] }) {
  const defaults = shown.map(({ message }) => {
    const { defaultFeedback } = upPromptOf(message);
    if (defaultFeedback === undefined) return null;
    const { target: _target, metadata: _metadata, ...leaves } = defaultFeedback;
    return [leaves, publicPart(message, defaultPath, leaves)].map((each) => JSON.stringify(each));
  });
  const [first = null] = defaults;
  if (defaults.some((each) => each?.[0] !== first?.[0])) return text.defaultsDiffer;
  if (first !== null) return <code dir="ltr">{visibleText(first[1] ?? '')}</code>;
  return shown.some((prompt) => prompt.expiresAt !== null) ? text.lapse : text.waitForEver;
}
