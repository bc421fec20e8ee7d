/** As `0009-not-obeyed` of the embedded store. */
export const notObeyed = `ALTER TABLE controls ADD COLUMN not_obeyed BIGINT;
CREATE INDEX controls_unobeyed ON controls(requested)
  WHERE not_obeyed IS NULL AND means = 'agent' AND state IN ('requested', 'delivered', 'acknowledged');
`;
