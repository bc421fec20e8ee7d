/** Who answered, when it was no operator but you. */
export const deciderWords = {
  default: 'Default at deadline',
  escalation: 'Default by escalation',
  rule: (name: string) => `Rule ${name}`,
  you: 'You',
} as const;
