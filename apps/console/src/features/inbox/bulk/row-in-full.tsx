import type { Prompt } from '@countersign/api/prompt';
import { withExactNumbers } from '@countersign/json/exact-number';
import type { UpFeedback } from '@countersign/upformat/message';
import { defaultPath, publicPart } from '@countersign/upformat/public-part';
import { Fragment } from 'react';
import { askText } from '../../../text/statements/asked-words.ts';
import { bytesText, fillText, bulkText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SecretBlock, SecretValue } from '../../../ui/texts/secret-value.tsx';
import type { BulkColumns } from './bulk-columns.ts';
import { cellText, columnLabel, publicCell } from './cell-value.tsx';

interface RowInFullProps {
  prompt: Prompt;
  columns: BulkColumns;
  /** The values filled in, as they are sent for this row; null = none. */
  leaves: UpFeedback | null;
  onClose: () => void;
}

/** The very bytes of the request that are about this row. */
function Leaves({ prompt, feedback }: { prompt: Prompt; feedback: UpFeedback }) {
  const { id, digest, message } = prompt;
  const bytesOf = (sent: unknown) =>
    withExactNumbers(JSON.stringify({ promptId: id, digest, feedback: sent }));
  const bytes = bytesOf(feedback);
  const masked = bytesOf(publicPart(message, defaultPath, feedback));
  return (
    <section aria-label={fillText.bytes}>
      <h3 className="wide-above tight-below">
        {fillText.bytes}{' '}
        <span className="muted small">
          {bytesText.bytes(new TextEncoder().encode(bytes).length)}
        </span>
      </h3>
      <SecretBlock value={bytes} masked={masked}>
        {(shown) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <pre className="rounded code bytes-raw verbatim" dir="ltr" tabIndex={0}>
            {visibleText(String(shown))}
          </pre>
        )}
      </SecretBlock>
      <CopyButton text={() => bytes} />
    </section>
  );
}

/** Everything that differs in one row, evidence too, without a cut. */
export function RowInFull({ prompt, columns, leaves, onClose }: RowInFullProps) {
  const cells = columns.differing.cells.get(prompt.id);
  return (
    <Dialog
      open
      wide
      title={visibleText(askText(prompt))}
      onOpenChange={(open) => !open && onClose()}
    >
      <dl className="fact-list stack row-in-full">
        {columns.differing.columns.map((pointer) => {
          const value = cells?.get(pointer);
          const words = <bdi>{cellText(prompt, pointer, value)}</bdi>;
          return (
            <Fragment key={pointer}>
              <dt title={pointer}>{columnLabel(pointer)}</dt>
              <dd className="verbatim">
                {publicCell(prompt, pointer, value) === value ? (
                  words
                ) : (
                  <SecretValue title={columnLabel(pointer)}>{words}</SecretValue>
                )}
              </dd>
            </Fragment>
          );
        })}
        {prompt.taskTitle !== null && (
          <>
            <dt>{text.task}</dt>
            <dd dir="auto" lang="">
              {visibleText(prompt.taskTitle)}
            </dd>
          </>
        )}
        <dt>{text.seal}</dt>
        <dd className="mono breakable">{prompt.digest}</dd>
      </dl>
      {leaves !== null && <Leaves prompt={prompt} feedback={leaves} />}
    </Dialog>
  );
}
