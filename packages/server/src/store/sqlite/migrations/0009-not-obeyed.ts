/** Since when an agent is known not to follow a stop or a pause. */
export const notObeyed = `ALTER TABLE controls ADD COLUMN not_obeyed INTEGER;
CREATE INDEX controls_unobeyed ON controls(requested)
  WHERE not_obeyed IS NULL AND means = 'agent' AND state IN ('requested', 'delivered', 'acknowledged');
`;
