import type { Prompt } from '@countersign/api/prompt';
import { canonicalJson } from '@countersign/json/canonical-json';
import { tokensOf } from '@countersign/json/json-pointer';
import type { UpMessage } from '@countersign/upformat/message';
import { publicPart } from '@countersign/upformat/public-part';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { defaultInWords } from '../../../text/answers/default-in-words.ts';
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

/** What is compared of a default: each names its own question. */
function sentByDefault(message: UpMessage): string {
  const {
    target: _target,
    metadata: _metadata,
    ...sent
  } = upPromptOf(message).defaultFeedback ?? {};
  return canonicalJson(sent);
}

/** The default of all rows; if the defaults differ they are a column. */
function IfNobody({ shown }: { shown: readonly Prompt[] }) {
  const [first, ...others] = shown.map(({ message }) => sentByDefault(message));
  if (others.some((each) => each !== first)) return text.defaultsDiffer;
  const words = shown[0] && defaultInWords(shown[0].message);
  if (words) return <bdi>{words}</bdi>;
  return shown.some((prompt) => prompt.expiresAt !== null) ? text.lapse : text.waitForEver;
}
