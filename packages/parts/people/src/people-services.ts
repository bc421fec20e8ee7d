import type { HttpSide, Kernel } from '@countersign/server/kernel';
import type { Auth } from './operators/auth.ts';
import type { Provider } from './provider/provider.ts';

/** What it gives the rest of the server. */
export interface PeopleServices {
  auth: Auth;
}

/** What routes of operators and sessions get. */
export type PeopleDeps = Omit<Kernel, 'auth'> &
  HttpSide &
  PeopleServices & {
    /** Null = none is configured. */
    provider: Provider | null;
    /** The parts of this server. */
    partIds: readonly string[];
    /** Who has what open: an operator who may not work any more is removed from it. */
    presence: { leave: (operatorId: string) => void };
  };
