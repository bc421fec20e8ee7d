import { may } from '@countersign/desk/permissions';
import { Link } from '@tanstack/react-router';
import { FirstMinute, type Try } from '../features/inbox/first-minute.tsx';
import { exampleOf, introOf, peopleFirst } from '../features/tasks/agent-example.ts';
import { useAgents, useMe } from '../live/queries.ts';
import { firstMinuteText } from '../text/first-minute.ts';
import { useStartTask } from './use-start-task.ts';

const MAX_TRIES = 4;

/** The first steps on a server, with the agents that it knows. */
export function FirstMinutePart() {
  const startTask = useStartTask();
  const agents = useAgents().data;
  const me = useMe().data;
  const tries = agents === undefined ? undefined : peopleFirst(agents).flatMap(tryOf);
  const start = ({ agent, example }: Try) => startTask({ agentId: agent.id, message: example });
  return (
    <FirstMinute
      addLink={
        may(me, 'administer') ? (
          <Link className="button" search={{ add: true }} to="/agents">
            {firstMinuteText.ownAction}
          </Link>
        ) : null
      }
      mayStart={may(me, 'work')}
      readOn={<Link to="/guide">{firstMinuteText.guide}</Link>}
      start={start}
      tries={tries?.slice(0, MAX_TRIES)}
    />
  );
}

function tryOf(agent: NonNullable<ReturnType<typeof useAgents>['data']>[number]): Try[] {
  const example = exampleOf(agent);
  return example === null ? [] : [{ agent, intro: introOf(agent), example }];
}
