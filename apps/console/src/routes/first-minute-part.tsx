import type { Agent } from '@countersign/api/agent';
import { may } from '@countersign/desk/permissions';
import { Link } from '@tanstack/react-router';
import { DemoSteps, type Try } from '../features/first-minute/demo-steps.tsx';
import { FirstMinute, Step } from '../features/first-minute/first-minute.tsx';
import { ProgramSteps } from '../features/first-minute/program-steps.tsx';
import { exampleOf, introOf, peopleFirst } from '../features/tasks/agent-example.ts';
import { usePrompts } from '../live/prompts/queue-pages.ts';
import { useAgents, useMe } from '../live/queries.ts';
import { useChange, useRoute } from '../live/use-route.ts';
import { firstMinuteText as text } from '../text/texts.ts';
import { visibleText } from '../text/visible-text.ts';
import { useCrumbs } from '../ui/crumbs.tsx';
import { Spinner } from '../ui/marks/spinner.tsx';
import { installLine } from '../ui/texts/install-line.ts';
import { useStartTask } from './tasks/use-start-task.ts';

const MAX_TRIES = 4;

/** The first steps on a server, with the agents that it knows. */
export function FirstMinutePart() {
  const startTask = useStartTask();
  const change = useChange();
  const me = useMe().data;
  const agents = useAgents().data;
  const mayAdd = may(me, 'administer');
  const enabled = mayAdd;
  const libraries = useRoute('GET /api/libraries', {}, { enabled }).data?.items ?? [];
  const programs = useRoute('GET /api/programs', {}, { enabled }).data?.items;
  const taken = new Set(programs?.map(({ name }) => name));
  const start = ({ agent, example }: Try) => startTask({ agentId: agent.id, message: example });
  const program = {
    add: mayAdd
      ? async (way: 'editor' | 'code') => {
          const name = freeName(text.programName[way](me?.name ?? ''), taken);
          const via = way === 'editor' ? ('mcp' as const) : ('http' as const);
          return change('POST /api/programs', { body: { name, via } });
        }
      : null,
    library: (kind: 'npm' | 'python') => {
      const found = libraries.find((one) => one.kind === kind);
      return found === undefined ? null : { line: installLine(found), name: found.name };
    },
    waiting: ({ id }: { id: string }) => <FirstQuestion agentId={id} />,
  };
  return (
    <FirstMinute
      instead={may(me, 'work') ? null : <p>{text.viewer}</p>}
      readOn={<Link to="/guide">{text.guide}</Link>}
      steps={{
        editor: <ProgramSteps way="editor" {...program} />,
        code: <ProgramSteps way="code" {...program} />,
        agent: (
          <Step title={text.own}>
            <p className="muted">{mayAdd ? text.ownDetail : text.ownAdmin}</p>
            {mayAdd ? (
              <p>
                <Link className="button button-primary" search={{ add: true }} to="/agents">
                  {text.ownAction}
                </Link>
              </p>
            ) : null}
          </Step>
        ),
        demo: <DemoSteps start={start} tries={triesOf(agents)} />,
      }}
    />
  );
}

/** The same on a page of its own, for a server that has had questions. */
export function ConnectPage() {
  useCrumbs([{ label: text.title }]);
  return <FirstMinutePart />;
}

/** Waits for the first question of a program, and leads to it. */
function FirstQuestion({ agentId }: { agentId: string }) {
  const { data } = usePrompts();
  const asked = data?.find((prompt) => prompt.agentId === agentId);
  return (
    <p aria-live="polite" className="row rounded on-panel first-wait">
      {asked === undefined ? (
        <>
          <Spinner />
          {text.waiting}
        </>
      ) : (
        <Link params={{ promptId: asked.id }} to="/inbox/$promptId">
          {text.asked(visibleText(asked.ask))}
        </Link>
      )}
    </p>
  );
}

/** One that no other program has: a token is revoked by the name of its program. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let count = 1;
  while (taken.has(count === 1 ? name : `${name} ${count}`)) count += 1;
  return count === 1 ? name : `${name} ${count}`;
}

const triesOf = (agents: readonly Agent[] | undefined): Try[] | undefined =>
  agents === undefined ? undefined : peopleFirst(agents).flatMap(tryOf).slice(0, MAX_TRIES);

function tryOf(agent: Agent): Try[] {
  const example = exampleOf(agent);
  return example === null ? [] : [{ agent, intro: introOf(agent), example }];
}
