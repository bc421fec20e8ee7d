import type { PromptRow } from '@countersign/api/prompt-row';
import type { Thread } from '@countersign/thread/thread';
import { Brain, CircleCheck, CircleDot, CirclePlay, OctagonX, WifiOff, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Request, requestRungs } from '../../live/control-request.ts';
import { usePrompt } from '../../live/prompts/whole-prompts.ts';
import { readMessage } from '../../text/statements/asked-message.ts';
import { askLang, askText } from '../../text/statements/asked-words.ts';
import { storedReason } from '../../text/statements/stored-reason.ts';
import { durationLabels, wallText as words } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { PersonAvatar } from '../../ui/avatar.tsx';
import { filled } from '../../ui/filled.ts';
import { formatClock } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { Ladder } from '../../ui/marks/ladder.tsx';
import { Progress } from '../../ui/marks/progress.tsx';
import type { Face } from '../../ui/marks/task-appearance.ts';
import { foreignWords } from '../../ui/texts/foreign-words.tsx';
import { type LastOutput, lastOutputOf, type ToolLine } from './last-output.ts';

interface TileBodyProps {
  thread: Thread;
  face: Face;
  /** The question of this task that is due first, as in the inbox. */
  prompt: PromptRow | null;
  /** Further blocking questions. */
  others: number;
  request: Request | null;
  /** Why nothing is received at present; null = it is. */
  disconnected: string | null;
  lastAt: number;
  place: number;
  meId: string | null;
  nameOf: (speakerId: string) => string;
  promptLink: (promptId: string, children: ReactNode) => ReactNode;
}

/** The middle of a tile: what a person needs of a task in this state. */
export function TileBody(props: TileBodyProps) {
  const { thread, face, prompt, disconnected, lastAt } = props;
  const output = stillWhenHalted(lastOutputOf(thread), face);
  if (face === 'need' && prompt !== null) return <Ask {...props} prompt={prompt} />;
  if (face === 'fail') return <Failure output={output} thread={thread} />;
  return (
    <>
      {disconnected === null ? null : (
        <div className="small strip tile-strip" data-tone="need" role="status">
          <Icon of={WifiOff} />
          <b className="strong">{words.lost}</b>
          <span className="truncate">{disconnected}</span>
        </div>
      )}
      {disconnected === null ? null : (
        <p className="small muted">{words.lastReceived(formatClock(lastAt))}</p>
      )}
      <Words dim={disconnected !== null} output={output} />
      {face === 'hold' ? <Halt {...props} /> : face === 'cut' ? null : <Doing output={output} />}
      {face === 'cut' ? <p className="small tile-gap">{words.cutOff}</p> : null}
      {face === 'wait' ? <p className="small muted tile-gap">{words.waitsFor}</p> : null}
    </>
  );
}

/** While its run is paused, nothing is being written or thought. */
function stillWhenHalted(output: LastOutput, face: Face): LastOutput {
  if (face !== 'hold') return output;
  const thought = output.thought === null ? null : { ...output.thought, thinking: false };
  return { ...output, writing: false, thought };
}

function Ask({ prompt, others, place, meId, promptLink }: TileBodyProps & { prompt: PromptRow }) {
  const { claim } = prompt;
  const next = prompt.hasDefault !== true ? words.noDefault : words.ifNobody;
  const whole = usePrompt(prompt.id).data;
  const explanation = whole && readMessage(whole).explanation;
  return (
    <>
      <p className="three-lines tile-asked" dir="auto" lang={askLang(prompt)}>
        {visibleText(askText(prompt))}
      </p>
      {explanation === undefined || explanation === askText(prompt) ? null : (
        <p className="muted three-lines tile-why" dir="auto" lang={askLang(prompt)}>
          {visibleText(explanation)}
        </p>
      )}
      <div className="at-top on-panel banner tile-note small">
        {claim === null ? null : <PersonAvatar me={claim.operator === meId} name={claim.name} />}
        <span>
          {claim === null
            ? next
            : claim.operator === meId
              ? words.heldByYou(next)
              : words.heldBy(visibleText(claim.name), next)}
        </span>
      </div>
      <div className="row tile-gap">
        {promptLink(
          prompt.id,
          <>
            {words.open}
            <Kbd keys={String(place)} />
          </>,
        )}
        {others === 0 ? null : <span className="small muted">{words.openMany(others)}</span>}
      </div>
    </>
  );
}

function Words({ output, dim }: { output: LastOutput; dim: boolean }) {
  if (output.text === '') {
    return output.tools.length > 0 || output.call !== null || output.thought !== null ? null : (
      <p className="muted">{words.nothingYet}</p>
    );
  }
  return (
    <div
      className={dim ? 'at-end clipped tile-say column muted' : 'at-end clipped tile-say column'}
    >
      <Markdown open={output.writing} text={output.text} />
    </div>
  );
}

function Doing({ output }: { output: LastOutput }) {
  const { tools, call, thought } = output;
  return (
    <>
      {tools.length === 0 ? null : <Tools tools={tools} />}
      {call === null ? null : (
        <div className="row small muted tile-line nowrap">
          <Icon of={call.status === 'failed' ? OctagonX : Wrench} small />
          <span className="mono truncate" dir="auto" lang="">
            {visibleText(call.name)}
          </span>
          {call.endedAt === null ? (
            <span>{words.calling}</span>
          ) : (
            <span className="tabular">{durationLabels(call.endedAt - call.startedAt)}</span>
          )}
        </div>
      )}
      {thought === null ? null : (
        <div className="row small muted tile-line nowrap">
          <Icon of={Brain} small />
          <span className="truncate">
            {thought.thinking || thought.seconds === null
              ? words.thinking
              : words.thought(durationLabels(thought.seconds * 1_000))}
          </span>
        </div>
      )}
    </>
  );
}

function Tools({ tools }: { tools: readonly ToolLine[] }) {
  return (
    <div className="small tile-tools">
      {tools.map(({ key, name, description, share }) => (
        <div className="tile-tool cells nowrap soft-line-between" key={key}>
          <Icon
            of={share === 1 ? CircleCheck : share === null || share === 0 ? CircleDot : CirclePlay}
            small
            tone={share === 1 ? 'done' : share === null || share === 0 ? 'idle' : 'run'}
          />
          <span className="truncate">
            <b className="strong" dir="auto" lang="">
              {visibleText(name)}
            </b>{' '}
            <span className="muted" dir="auto" lang="">
              {visibleText(description)}
            </span>
          </span>
          {share === null ? <span /> : <Progress label={visibleText(name)} share={share} />}
          <span className="number muted">
            {share === null ? '' : `${Math.round(share * 100)} %`}
          </span>
        </div>
      ))}
    </div>
  );
}

function Halt({ request, nameOf }: TileBodyProps) {
  if (request === null) return null;
  const control = request.from === 'server' ? request.control : null;
  const by = control?.by ?? '';
  return (
    <div className="tile-halt stack">
      {control?.action === 'pause' ? (
        <p className="small muted">
          {words.pausedBy(
            visibleText(nameOf(by.includes(':') ? by : `operator:${by}`)),
            control.means === 'hold',
          )}
        </p>
      ) : null}
      <Ladder label={words.ladder} rungs={requestRungs(request)} small />
      {control === null ? null : (
        <p className="small muted">
          {control.acknowledgedAt === null
            ? words.since(control.eventsSince)
            : words.sinceConfirmed(control.eventsSince)}
        </p>
      )}
    </div>
  );
}

/** The agent's message when it declared a failure. */
const declared = ({ items }: Thread): string => {
  const last = items.findLast((item) => item.kind === 'up-message');
  return last?.message.state === 'failed' ? (last.message.explanation ?? '') : '';
};

function Failure({ output, thread }: { output: LastOutput; thread: Thread }) {
  const { error, statement } = thread.run;
  const message =
    output.error?.message ||
    (error === null ? '' : storedReason(error, statement)) ||
    visibleText(declared(thread));
  return (
    <>
      <p>{message === '' ? words.noReason : message}</p>
      {output.error?.code == null ? null : (
        <pre className="rounded code tile-code verbatim">
          RUN_ERROR {visibleText(output.error.code)}
        </pre>
      )}
      {output.step === null ? null : (
        <p className="small muted tile-gap">{filled(words.lastStep, foreignWords(output.step))}</p>
      )}
    </>
  );
}
