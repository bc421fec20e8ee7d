/** Groups have rows of their own; who is in them stays with the operators. */
export const groups = `
CREATE TABLE people_groups(
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  claim TEXT, -- how the identity provider names it; null = its members are set here
  role TEXT, -- of those who sign in at the provider and are in it; null = it gives none
  created INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO people_groups(id, name, created)
  SELECT DISTINCT value, value, 0 FROM operators, json_each(operators.groups);
`;
