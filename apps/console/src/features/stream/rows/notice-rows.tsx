import type { AgentReport, Control } from '@countersign/api/task';
import type {
  AnomalyItem,
  ConnectionItem,
  ControlItem,
  CustomItem,
  ExchangeItem,
  RunItem,
  StepItem,
} from '@countersign/thread/thread';
import {
  ArrowRight,
  Ban,
  Braces,
  CircleCheck,
  CirclePause,
  CirclePlay,
  CircleStop,
  Flag,
  ListChecks,
  MessageCircleQuestion,
  Network,
  OctagonX,
  Plug,
  Scissors,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import { controlRungs } from '../../../text/answers/control-rungs.ts';
import { faultText, statementSentence } from '../../../text/statements/statements.ts';
import { commonText, durationLabels, streamText, taskText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { AgentAvatar } from '../../../ui/avatar.tsx';
import { filled } from '../../../ui/filled.ts';
import { Icon } from '../../../ui/icon.tsx';
import { recordOf } from '../../../ui/json/record-of.ts';
import { Ladder } from '../../../ui/marks/ladder.tsx';
import { ReasonText } from '../../../ui/texts/reason-text.tsx';
import { JsonBox } from '../json-box.tsx';
import { authorOf, useStreamContext } from '../stream-context.tsx';
import { Disclosure } from './disclosure.tsx';
import { Elapsed } from './elapsed.tsx';
import { EventHead, EventRow } from './event-row.tsx';

export function RunRow({ item, end }: { item: RunItem; end: boolean }) {
  const world = useStreamContext();
  const speaker = authorOf(item.agentId, world);
  if (!end) {
    return (
      <EventRow at={item.startedAt} mark={<Icon of={Flag} />}>
        <EventHead mark speaker={speaker}>
          <span className="muted">{streamText.run.started}</span>
          {item.protocolVersion === undefined ? null : (
            <span className="fine-print nowrap rounded-small tag-box">
              {streamText.run.version(item.protocolVersion)}
            </span>
          )}
        </EventHead>
      </EventRow>
    );
  }
  const ending = endingOf(item);
  const { icon, tone } = endings[ending];
  return (
    <EventRow at={item.endedAt} mark={<Icon of={icon} tone={tone} />}>
      <EventHead mark speaker={speaker}>
        <span className="muted">
          {item.endedAt === null
            ? streamText.run[ending]
            : streamText.run.after(
                streamText.run[ending],
                durationLabels(item.endedAt - item.startedAt),
              )}
        </span>
      </EventHead>
      {item.error === undefined ? null : (
        <div
          className={
            ending === 'failed'
              ? 'at-top on-panel banner run-err breakable'
              : 'run-err breakable muted'
          }
          data-tone={ending === 'failed' ? 'fail' : undefined}
        >
          {ending === 'failed' ? <Icon of={OctagonX} /> : null}
          <div className="grow" dir="auto">
            <ReasonText english={item.error} statement={item.statement} />
            {item.code === undefined || ending !== 'failed' ? null : (
              <code dir="auto" lang="">
                {' '}
                {visibleText(item.code)}
              </code>
            )}
          </div>
        </div>
      )}
    </EventRow>
  );
}

const endings = {
  finished: { icon: CircleCheck, tone: 'done' },
  interrupted: { icon: CirclePause, tone: 'need' },
  stopped: { icon: CircleStop, tone: 'idle' },
  cancelled: { icon: Ban, tone: 'idle' },
  stopNotFollowed: { icon: CircleCheck, tone: 'hold' },
  cutOff: { icon: Scissors, tone: 'hold' },
  failed: { icon: OctagonX, tone: 'fail' },
} as const;

/** A run that a person stopped ends by an error on the wire, but it did not fail. */
function endingOf(item: RunItem): keyof typeof endings {
  if (item.status !== 'failed') {
    const ending = recordOf(item.outcome)['type'];
    if (item.stopNotFollowed) return 'stopNotFollowed';
    if (ending === 'cancelled') return 'cancelled';
    return ending === 'interrupt' ? 'interrupted' : 'finished';
  }
  if (item.code === 'cut-off') return 'cutOff';
  return /^(stopped|cancell?ed|aborted)$/i.test(item.code ?? '') ? 'stopped' : 'failed';
}

/** A step is a section: its line folds what happened between its start and its end. */
export function StepRow({
  item,
  folded,
  hidden,
  onFold,
}: {
  item: StepItem;
  folded: boolean;
  hidden: number;
  onFold: (key: string) => void;
}) {
  const name = visibleText(item.stepName);
  return (
    <EventRow at={item.startedAt} className="event-step" mark={<Icon of={ListChecks} />}>
      <Disclosure
        className="event-head row nowrap"
        label={streamText.stepFold(name)}
        onToggle={() => onFold(item.key)}
        open={!folded}
      >
        <b className="clipped event-name step-name">{name}</b>
        <Elapsed from={item.startedAt} to={item.status === 'running' ? null : item.endedAt} />
        {folded && hidden > 0 ? (
          <span className="muted">{streamText.stepHidden(hidden)}</span>
        ) : null}
      </Disclosure>
    </EventRow>
  );
}

export function ExchangeRow({ item }: { item: ExchangeItem }) {
  const world = useStreamContext();
  const from = visibleText(world.agentName(item.from));
  const to = visibleText(world.agentName(item.to));
  return (
    <EventRow at={item.startedAt} mark={<Icon of={Network} />}>
      <div className="event-head row nowrap wrapping event-wrap">
        <AgentAvatar name={from} />
        <b className="strong clipped event-name">{from}</b>
        <Icon of={ArrowRight} small />
        <span className="visually-hidden">{streamText.to}</span>
        <AgentAvatar name={to} />
        <b className="strong clipped event-name">{to}</b>
        <span className="muted" dir="auto">
          {visibleText(streamText.handsOver(item.tasks.map((task) => task.name)))}
        </span>
      </div>
    </EventRow>
  );
}

const controlIcons = { pause: CirclePause, resume: CirclePlay, stop: CircleStop };

export function ControlRow({ item, control }: { item: ControlItem; control: Control | null }) {
  const world = useStreamContext();
  if (!control) return null;
  const speaker = authorOf(control.by.includes(':') ? control.by : `operator:${control.by}`, world);
  return (
    <EventRow at={item.startedAt} mark={<Icon of={controlIcons[control.action]} />}>
      <EventHead mark speaker={speaker}>
        <span className="muted">{streamText.control[control.action]}</span>
      </EventHead>
      <div className="row wrapping">
        <Ladder
          label={taskText.control.ladder[control.action]}
          rungs={controlRungs(control)}
          small
        />
        {control.eventsSince > 0 ? (
          <span className="fine-print nowrap rounded-small tag-box">
            {streamText.control.eventsSince(control.eventsSince)}
          </span>
        ) : null}
      </div>
      {control.means === 'agent' ? null : (
        <p className="small muted">{streamText.control[control.means]}</p>
      )}
    </EventRow>
  );
}

export function ConnectionRow({ item }: { item: ConnectionItem }) {
  const { agentName } = useStreamContext();
  const change = streamText.connection;
  const agent = visibleText(agentName(item.agentId));
  const words = Object.hasOwn(change, item.change)
    ? change[item.change as keyof typeof change](agent)
    : `${item.change} ${agent}`;
  if (item.said !== undefined) return <SaidRow item={item} said={item.said} />;
  const bad = item.change === 'lost' || item.change === 'reconnecting';
  return (
    <EventRow
      at={item.startedAt}
      mark={<Icon of={bad ? Unplug : Plug} tone={bad ? 'need' : undefined} />}
    >
      <div className="event-head row nowrap wrapping event-wrap">
        <span className="muted">
          {item.detail === null
            ? words
            : filled(
                (detail) => commonText.pair(words, detail),
                <ReasonText english={item.detail} statement={item.statement} />,
              )}
        </span>
      </div>
    </EventRow>
  );
}

/** The agent was asked what its run is doing. */
function SaidRow({ item, said }: { item: ConnectionItem; said: AgentReport }) {
  const { agentName } = useStreamContext();
  const who = visibleText(agentName(item.agentId));
  const { said: says, saidNot, saidStatus, saidNothing } = taskText.control;
  return (
    <EventRow at={item.startedAt} mark={<Icon of={MessageCircleQuestion} />}>
      <div className="event-head row nowrap wrapping event-wrap">
        <span className="muted">
          {said.answered ? says(who) : saidNot(who)}
          {said.status !== null ? (
            saidStatus[said.status]
          ) : said.detail === null || said.detail === '' ? (
            saidNothing
          ) : (
            <ReasonText english={said.detail} statement={said.statement} />
          )}
        </span>
      </div>
    </EventRow>
  );
}

export function AnomalyRow({ item }: { item: AnomalyItem }) {
  const { agentName } = useStreamContext();
  const issues = item.issues ?? [];
  return (
    <EventRow at={item.startedAt} mark={<Icon of={TriangleAlert} tone="fail" />}>
      <div className="event-head row nowrap wrapping event-wrap">
        <b className="strong clipped event-name">
          {streamText.anomaly[item.anomaly] ?? item.anomaly}
        </b>
        <span className="muted">
          {streamText.anomalyFrom(visibleText(agentName(item.agentId)))}
        </span>
      </div>
      <p className="prose breakable small" dir="auto">
        {visibleText(statementSentence(item.statement, item.detail))}
      </p>
      {issues.length === 0 ? null : (
        <ul className="issues muted breakable small">
          {issues.map((issue) => (
            <li key={`${issue.path}${issue.message}`}>
              <code dir="auto" lang="">
                {visibleText(issue.path || '/')}
              </code>{' '}
              {visibleText(faultText(issue))}
            </li>
          ))}
        </ul>
      )}
      {item.raw === undefined ? null : <JsonBox label="raw" value={item.raw} />}
    </EventRow>
  );
}

export function CustomRow({ item }: { item: CustomItem }) {
  return (
    <EventRow at={item.startedAt} mark={<Icon of={Braces} />}>
      <JsonBox label={visibleText(streamText.custom(item.name))} value={item.value} />
    </EventRow>
  );
}
