/** A question closed by a stop of its run contains the operator who stopped it. */
export const whoStopped = `
ALTER TABLE prompts ADD COLUMN stopped_by TEXT;
UPDATE prompts SET stopped_by = (SELECT json_object('id', c.by_id, 'name', COALESCE(o.name, c.by_id)) FROM controls c
    LEFT JOIN operators o ON o.id = c.by_id WHERE c.run = prompts.run AND c.action = 'stop' AND c.state <> 'failed'
    ORDER BY c.requested DESC, c.id DESC LIMIT 1)
  WHERE closed_reason IN ('The run was stopped before an answer was given.', 'The stream of the run was closed before an answer was given.');
`;
