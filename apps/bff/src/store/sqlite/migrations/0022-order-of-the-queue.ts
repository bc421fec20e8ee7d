/** The queue is read in its order, without reading the content of prompts. */
export const orderOfTheQueue = `
CREATE INDEX prompts_queue ON prompts(
  1 - blocking, IFNULL(expires, 9007199254740991), CASE severity WHEN 'critical' THEN 0 WHEN 'major' THEN 1 WHEN 'minor' THEN 2 ELSE 3 END,
  opened, thread, sequence, place, id) WHERE state = 'open';
`;
