import type { Prompt } from '@countersign/api/prompt';
import { canonicalJson } from '@countersign/json/canonical-json';
import { withExactNumbers } from '@countersign/json/exact-number';
import { isObject } from '@countersign/json/json-object';
import { followReferences } from '@countersign/json-schema/follow-references';
import { withoutSecrets } from '@countersign/json-schema/secret';
import type { UpFeedback } from '@countersign/upformat/message';
import { defaultPath, publicPart } from '@countersign/upformat/public-part';
import { rankableItems } from '@countersign/upformat/rankable-items';
import { schemaOf } from '@countersign/upformat/schema-reference';
import { answerButtonText, sentText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { JsonView } from '../../../ui/json-view.tsx';
import { SecretBlock } from '../../../ui/texts/secret-value.tsx';
import { Values } from '../../../ui/texts/values.tsx';
import { Difference } from '../compare/difference.tsx';
import { changesOf } from '../draft/build-feedback.ts';

/** The edited value with its difference to the proposal, or a text in its place. */
function Edited({ prompt, content }: { prompt: Prompt; content: EditContent }) {
  const { message } = prompt;
  if (content.value === undefined) return <Words words={content.text} />;
  const schema = schemaOf(message);
  const root = isObject(schema) ? schema : {};
  const changes = changesOf(message.payload, content.value);
  return (
    <>
      {isObject(content.value) ? (
        <Values value={content.value} node={followReferences(root, root)} root={root} depth={0} />
      ) : (
        <SecretBlock value={content.value} masked={withoutSecrets(schema, content.value)}>
          {(shown) => <JsonView label={text.title} value={shown} />}
        </SecretBlock>
      )}
      {changes.length > 0 && (
        <div className="wide-above">
          <Difference
            base={message.payload}
            value={content.value}
            changes={changes}
            schema={schema}
          />
        </div>
      )}
    </>
  );
}
type EditContent = Extract<UpFeedback, { type: 'edit' }>['content'];

function Words({ words }: { words: string | undefined }) {
  return words === undefined || words === '' ? (
    <p className="muted">{text.noWords}</p>
  ) : (
    <p className="verbatim" dir="auto" lang="">
      {visibleText(words)}
    </p>
  );
}

function Value({ prompt, feedback }: SentContentProps) {
  switch (feedback.type) {
    case 'edit':
      return <Edited prompt={prompt} content={feedback.content} />;
    case 'rank': {
      const names = new Map(rankableItems(prompt.message).map(({ id, label }) => [id, label]));
      return (
        <ol
          className="evidence-list stack-close small breakable is-numbered"
          aria-label={text.order}
        >
          {feedback.content.order.map((id) => (
            <li key={id}>
              <span title={id} dir="auto" lang="">
                {visibleText(names.get(id) ?? id)}
              </span>
            </li>
          ))}
        </ol>
      );
    }
    case 'approve':
      return (
        <>
          <p>{text.asProposed}</p>
          {feedback.content?.reason !== undefined && <Words words={feedback.content.reason} />}
        </>
      );
    case 'reject':
      return <Words words={feedback.content?.reason} />;
    case 'comment':
    case 'instruction':
      return <Words words={feedback.content.text} />;
  }
}

interface SentContentProps {
  prompt: Prompt;
  feedback: UpFeedback;
}

const canonicalBytes = (value: unknown) => withExactNumbers(canonicalJson(value));

/** What an answer was, as it was sent: its value, what it changed, and its very bytes. */
export function SentContent({ prompt, feedback }: SentContentProps) {
  const bytes = canonicalBytes(feedback);
  return (
    <section className="soft-line-below panel-section" aria-label={text.title}>
      <div className="panel-section-head">
        <h2>{text.title}</h2>
        <span className="muted small">{answerButtonText[feedback.type]}</span>
      </div>
      <Value prompt={prompt} feedback={feedback} />
      <details className="wide-above">
        <summary className="small muted target-height">
          {text.bytes(new TextEncoder().encode(bytes).length)}
        </summary>
        <SecretBlock
          value={bytes}
          masked={canonicalBytes(publicPart(prompt.message, defaultPath, feedback))}
        >
          {(shown) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <pre className="rounded code bytes-raw verbatim" dir="ltr" tabIndex={0}>
              {visibleText(shown)}
            </pre>
          )}
        </SecretBlock>
        <CopyButton text={() => bytes} />
      </details>
    </section>
  );
}
