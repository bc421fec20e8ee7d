/**
 * The identity of an agent is its connection; the name it acts for is stored separately. Old rows had that name as the agent; folds
 * are computed again.
 */
export const speakers = `
ALTER TABLE prompts ADD COLUMN relayed TEXT;
UPDATE prompts SET relayed = agent, agent = (SELECT r.agent FROM runs r WHERE r.id = prompts.run)
  WHERE agent <> (SELECT r.agent FROM runs r WHERE r.id = prompts.run);
UPDATE tasks SET agents = (SELECT json_group_array(CASE
    WHEN EXISTS(SELECT 1 FROM runs r WHERE r.thread = tasks.id AND r.agent = j.value) THEN j.value
    ELSE 'relayed:' || tasks.agent || ':' || j.value END) FROM json_each(tasks.agents) j);
UPDATE up_messages SET agent = 'relayed:' || (SELECT t.agent FROM tasks t WHERE t.id = thread) || ':' || agent
  WHERE NOT EXISTS(SELECT 1 FROM runs r WHERE r.thread = up_messages.thread AND r.agent = up_messages.agent)
    AND EXISTS(SELECT 1 FROM tasks t WHERE t.id = thread);
UPDATE up_lanes SET agent = 'relayed:' || (SELECT t.agent FROM tasks t WHERE t.id = thread) || ':' || agent
  WHERE NOT EXISTS(SELECT 1 FROM runs r WHERE r.thread = up_lanes.thread AND r.agent = up_lanes.agent)
    AND EXISTS(SELECT 1 FROM tasks t WHERE t.id = thread);
DELETE FROM snapshots;
`;
