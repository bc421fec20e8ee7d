import type { HttpSide, Kernel } from '@countersign/server/kernel';
import type { Auth } from './operators/auth.ts';

/** What routes of operators and sessions get. */
export type PeopleDeps = Omit<Kernel, 'auth'> &
  HttpSide & {
    auth: Auth;
    /** Where people who look at something are shown: whoever may not work any more is shown nowhere. */
    presence: { leave: (operatorId: string) => void };
  };
