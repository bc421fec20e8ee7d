import { Ban, CircleCheck, PencilLine, RotateCcw } from 'lucide-react';
import type { GivenPage } from '../../../live/knowledge-types.ts';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { rowsOf, useRoute, useRoutePages } from '../../../live/use-route.ts';
import { memoryText, givenText as text } from '../../../text/knowledge.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MiniSelect } from '../../../ui/select.tsx';
import { ReasonText } from '../../../ui/texts/reason-text.tsx';
import { AgentLabel, MemoryLink, TaskLink } from '../links.tsx';
import { More, Reading } from '../list-parts.tsx';
import { TypeMark } from '../memories/memory-facts.tsx';
import { useFilter } from '../use-filter.ts';
import '../review-item.css';

type Run = GivenPage['items'][number];
type Given = Run['memories'][number];

/** Every run that was given something, the last first. */
export function GivenRuns() {
  const [given, change] = useFilter();
  const { memory = '', task = '', agent = '' } = given;
  const filter = {
    ...(memory === '' ? {} : { memory }),
    ...(task === '' ? {} : { task }),
    ...(agent === '' ? {} : { agent }),
  };
  const runs = useRoutePages('GET /api/knowledge/given', { ...filter, limit: 20 });
  const isOff = useRoute('GET /api/knowledge/settings', {}).data?.isOn === false;
  const agents = useRoute('GET /api/knowledge/values', {}).data?.agents ?? [];
  const rows = rowsOf(runs);
  const isNarrow = memory !== '' || task !== '' || agent !== '';
  return (
    <>
      <p className="muted knowledge-lead">{text.lead}</p>
      {isOff ? (
        <Banner icon={Ban} tone="hold">
          {text.off}
        </Banner>
      ) : null}
      <div className="row-wrap">
        <MiniSelect
          label={memoryText.agent}
          onChange={(value) => change({ agent: value })}
          options={[
            { value: '', label: memoryText.any },
            ...agents.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
          ]}
          value={agent}
        />
        {memory === '' ? null : <span className="small muted">{text.filterMemory}</span>}
        {task === '' ? null : <span className="small muted">{text.filterTask}</span>}
        {isNarrow ? (
          <Button onClick={() => change({ memory: '', task: '', agent: '' })} small variant="ghost">
            {text.clear}
          </Button>
        ) : null}
      </div>
      <Reading of={runs}>
        {rows.length === 0 ? (
          <EmptyState title={isNarrow ? text.noMatch : text.none}>
            {isNarrow ? text.noMatchDetail : text.noneDetail}
          </EmptyState>
        ) : null}
        <ol aria-label={text.list}>
          {rows.map((run) => (
            <RunItem key={run.runId} run={run} />
          ))}
        </ol>
        <More of={runs} />
      </Reading>
    </>
  );
}

function RunItem({ run }: { run: Run }) {
  return (
    <li className="soft-line-below stack review-item">
      <div className="row-wrap">
        <AgentLabel id={run.agentId} />
        <TaskLink taskId={run.taskId}>
          <code className="breakable">{visibleText(run.taskId)}</code>
        </TaskLink>
        <span className="small muted to-end">
          <LiveTime as="ago" at={run.at} />
        </span>
      </div>
      {run.query === '' ? null : (
        <p className="small muted breakable given-query" dir="auto">
          {commonText.pair(text.query, '')}
          <bdi lang="">{visibleText(run.query)}</bdi>
        </p>
      )}
      {run.memories.length === 0 ? (
        <p className="muted">{text.nothing}</p>
      ) : (
        <ul className="knowledge-lines">
          {run.memories.map((memory) => (
            <GivenMemory key={memory.id} memory={memory} />
          ))}
        </ul>
      )}
    </li>
  );
}

const effects = {
  'not-asked': { tone: 'done', icon: CircleCheck },
  prefilled: { tone: 'run', icon: PencilLine },
  'asked-again': { tone: 'need', icon: RotateCcw },
} as const;

/** What became of the question of a correction. */
function EffectBadge({ of }: { of: NonNullable<Given['effect']> }) {
  return (
    <Badge {...effects[of]} title={text.effectDetail[of]}>
      {text.effects[of]}
    </Badge>
  );
}

function GivenMemory({ memory }: { memory: Given }) {
  return (
    <li className="soft-line-between close-line stack-tight">
      <span className="row">
        <TypeMark type={memory.type} />
        <MemoryLink className="truncate" memory={memory} />
        {memory.isCorrection ? (
          <span className="fine-print nowrap rounded-small tag-box">
            {memoryText.origins.correction}
          </span>
        ) : null}
        {memory.effect === null ? null : <EffectBadge of={memory.effect} />}
        <b className="strong tabular to-end">{text.score(memory.score)}</b>
      </span>
      <span className="small muted breakable">
        <ReasonText english={memory.why} statement={memory.whyStatement} />
        {' · '}
        {commonText.pair(
          text.approvedBy,
          memory.approvedBy === null ? text.needsNone : visibleText(memory.approvedBy),
        )}
        {' · '}
        {text.version(memory.version)}
      </span>
    </li>
  );
}
