import { may } from '@countersign/desk/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FirstMinute, type Try } from '../features/inbox/first-minute.tsx';
import { exampleOf, introOf, peopleFirst } from '../features/tasks/agent-example.ts';
import { useClient } from '../live/client-context.tsx';
import { useAgents, useMe } from '../live/queries.ts';
import { queryKeys } from '../live/query-keys.ts';
import { firstMinuteText } from '../text/first-minute.ts';
import { locale } from '../text/locale.ts';

const MAX_TRIES = 4;

/** The first steps on a server, with the agents that it knows. */
export function FirstMinutePart() {
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const agents = useAgents().data;
  const me = useMe().data;
  const tries = agents === undefined ? undefined : peopleFirst(agents).flatMap(tryOf);
  const start = async ({ agent, example }: Try) => {
    const { taskId } = await client.api.createTask({
      agentId: agent.id,
      message: example,
      language: locale(),
    });
    void cache.invalidateQueries({ queryKey: queryKeys.tasks });
    await navigate({ to: '/tasks/$taskId', params: { taskId } });
  };
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
