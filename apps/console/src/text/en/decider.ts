/** Who answered: you, or no operator. */
export const deciderText = {
  default: 'Default at deadline',
  escalation: 'Default by escalation',
  rule: (name: string) => `Rule ${name}`,
  you: 'You',
} as const;
