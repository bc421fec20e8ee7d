/**
 * The origin of a question was one of six words. It is now a protocol and a kind, with the way its answer is sent; folds are computed
 * again.
 */
export const origins = `
ALTER TABLE prompts ADD COLUMN answered_by TEXT NOT NULL DEFAULT 'message';
ALTER TABLE prompts ADD COLUMN origin_label TEXT;
DROP INDEX prompts_open;
DROP INDEX prompts_call;
UPDATE prompts SET
  answered_by = CASE origin WHEN 'upformat' THEN 'message' WHEN 'interrupt' THEN 'resume' WHEN 'tool-call' THEN 'result' ELSE 'words' END,
  origin = CASE origin WHEN 'upformat' THEN 'upformat/message' WHEN 'interrupt' THEN 'ag-ui/interrupt'
    WHEN 'tool-call' THEN 'ag-ui/tool-call' WHEN 'unread' THEN 'upformat/unread' ELSE 'hai/' || origin END;
CREATE INDEX prompts_open ON prompts(thread, together, sequence, id, answered_by) WHERE state = 'open';
CREATE INDEX prompts_call ON prompts(thread, json_extract(source, '$.id')) WHERE state = 'open' AND answered_by = 'result';
DELETE FROM snapshots;
`;
