import type { ChangePolicy, ClassPolicy, Policy } from '@countersign/api/settings/policy';

const ordinary: ClassPolicy = {
  claimLeaseMs: 600_000,
  takeOverMs: 30_000,
  recallMs: 5_000,
  reasonFor: [],
  steps: [],
};

/** The default policy. */
export const defaultPolicy: Policy = {
  version: 1,
  classes: {
    critical: { ...ordinary, claimLeaseMs: 120_000, reasonFor: ['reject'] },
    major: ordinary,
    minor: ordinary,
    info: ordinary,
  },
  updatedAt: 0,
  updatedBy: 'countersign',
};

/** The next version of a policy; null = there is a newer version than the one it was made from. `at`: epoch ms. */
export function nextPolicy(
  current: Policy,
  { version, classes }: ChangePolicy,
  by: { operatorId: string; at: number },
): Policy | null {
  if (current.version !== version) return null;
  return { version: version + 1, classes, updatedAt: by.at, updatedBy: by.operatorId };
}
