import type { MemoryRow } from '@countersign/api/knowledge-memory';
import { useAgentNames } from '../../../live/agent-names.ts';
import { detailText as text } from '../../../text/knowledge.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { PromptLink, TaskLink } from '../links.tsx';
import '../change-table.css';

type Correction = NonNullable<MemoryRow['correction']>;

const maxLength = 2_000;
/** A value in one line; an absent value in words. */
function written(value: unknown): string {
  if (typeof value === 'string') return visibleText(value);
  const json = JSON.stringify(value) ?? '';
  return visibleText(json.length > maxLength ? `${json.slice(0, maxLength)}…` : json);
}

function Value({ of, name }: { of: Correction['changes'][number]; name: 'proposed' | 'decided' }) {
  if (!Object.hasOwn(of, name)) return <span className="muted">{text.absent}</span>;
  const Tag = name === 'proposed' ? 'del' : 'ins';
  return (
    <Tag className="breakable" dir="auto" lang="">
      {written(of[name])}
    </Tag>
  );
}

/** What was proposed and what was decided, by place. */
export function Changes({ changes }: { changes: Correction['changes'] }) {
  if (changes.length === 0) return null;
  return (
    <table
      aria-label={text.changes}
      className="small data-table fixed-table long-cells change-table"
    >
      <thead>
        <tr>
          <th scope="col">{text.place}</th>
          <th scope="col">{text.proposed}</th>
          <th scope="col">{text.decided}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.path}>
            <th scope="row">
              {change.path === '' ? (
                text.whole
              ) : (
                <code className="breakable">{visibleText(change.path)}</code>
              )}
            </th>
            <td data-name={text.proposed}>
              <Value name="proposed" of={change} />
            </td>
            <td data-name={text.decided}>
              <Value name="decided" of={change} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Their own words: a reason or an instruction. */
export function Words({ children }: { children: string }) {
  if (children.trim() === '') return null;
  return (
    <blockquote className="correction-words verbatim" dir="auto" lang="">
      {visibleText(children)}
    </blockquote>
  );
}

/** Who taught it, in which task, by which answer. */
export function CorrectionFacts({ correction }: { correction: Correction }) {
  const nameOf = useAgentNames();
  return (
    <div className="stack-wide">
      <dl className="fact-list stack knowledge-facts">
        <dt>{text.correctedBy}</dt>
        <dd>
          <bdi lang="">{visibleText(nameOf(`operator:${correction.by}`))}</bdi>
          <span className="muted">
            {' · '}
            {text.choices[correction.choice] ?? visibleText(correction.choice)}
          </span>
        </dd>
        <dt>{text.question}</dt>
        <dd>
          <PromptLink promptId={correction.promptId}>{text.openDecision}</PromptLink>
        </dd>
        {correction.taskId === null ? null : (
          <>
            <dt>{text.inTask}</dt>
            <dd>
              <TaskLink taskId={correction.taskId}>
                <code className="breakable">{visibleText(correction.taskId)}</code>
              </TaskLink>
            </dd>
          </>
        )}
      </dl>
      <Words>{correction.words}</Words>
      <Changes changes={correction.changes} />
    </div>
  );
}
