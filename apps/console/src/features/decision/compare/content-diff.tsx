import { tokensOf } from '@countersign/json/json-pointer';
import type { UpMessage } from '@countersign/upformat/message';
import { publicPart } from '@countersign/upformat/public-part';
import { decisionEditText as editText, decisionText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { formatClock, formatDay, formatExact } from '../../../ui/format-time.ts';
import { changesOf } from '../draft/build-feedback.ts';
import { messagePlaceName } from '../draft/place-names.ts';
import { type StepValues, stepValues } from '../draft/step-values.ts';
import { WordDiff } from './word-diff.tsx';
import './content-diff.css';

const MAX = 40;
/** Members that change with every revision and have no meaning. */
const silent = new Set(['/timestamp', '/revision']);

/** The deadline of the question, and not a member of its content that is called the same. */
const isDeadline = (path: string) => path === '/expiresAt' || path === '/upPrompt/expiresAt';

/** A value as data; a deadline as a day and a time, exactly on hover. */
function Value({ value, path }: { value: unknown; path: string }) {
  const moment = isDeadline(path) ? Date.parse(String(value)) : Number.NaN;
  if (Number.isNaN(moment)) return visibleText(JSON.stringify(value) ?? '');
  return <time title={formatExact(moment)}>{`${formatDay(moment)} ${formatClock(moment)}`}</time>;
}

const isWords = (value: unknown, path: string): value is string =>
  typeof value === 'string' && !isDeadline(path);

function Place({ message, path }: { message: UpMessage; path: string }) {
  return (
    <b className="strong" dir="auto" title={path}>
      {messagePlaceName(message, path)}
    </b>
  );
}

interface LineProps extends Pick<StepValues, 'change' | 'was'> {
  /** Names the place. */
  in: UpMessage;
  revisions: readonly UpMessage[];
}

function Line({ change, was, in: message, revisions }: LineProps) {
  const { op, path, from } = change;
  const place = <Place message={message} path={path} />;
  // Secret is what either revision calls so: a revision does not disclose what was hidden before it.
  const [before, value] = [was, change.value].map((given) =>
    revisions.reduce<unknown>((each, of) => publicPart(of, tokensOf(path), each), given),
  );
  const isSame = was !== before && value === before;
  if (op === 'replace' && isWords(before, path) && isWords(value, path)) {
    return (
      <div>
        <span>±</span>
        <span>
          {place}{' '}
          {isSame ? `${value} ${editText.otherSecret}` : <WordDiff before={before} after={value} />}
        </span>
      </div>
    );
  }
  return (
    <>
      {op !== 'add' && op !== 'move' && (
        <div className="diff-removed">
          <span>−</span>
          <span>
            {place} <Value value={before} path={path} />
          </span>
        </div>
      )}
      {op !== 'remove' && (
        <div className="diff-added">
          <span>+</span>
          <span>
            {place}{' '}
            {op === 'move' ? (
              `← ${messagePlaceName(message, String(from))}`
            ) : (
              <Value value={value} path={path} />
            )}
          </span>
        </div>
      )}
    </>
  );
}

/** Two revisions of an ask: path, previous value, current value; texts word by word. */
export function ContentDiff({ before, after }: { before: UpMessage; after: UpMessage }) {
  const changes = stepValues(before, changesOf(before, after)).filter(
    ({ change }) => !silent.has(change.path),
  );
  return (
    <section
      className="framed scrolls space-above verbatim diff-lines"
      aria-label={text.showChange}
    >
      {changes.slice(0, MAX).map(({ change, was }) => (
        <Line
          key={`${change.op}${change.path}`}
          change={change}
          was={was}
          in={change.op === 'remove' ? before : after}
          revisions={[before, after]}
        />
      ))}
    </section>
  );
}
