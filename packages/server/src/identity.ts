import type { Operator } from '@countersign/api/operator';
import type { SessionLoss } from '@countersign/api/settings/session';

/** Who is asking, and how it was authenticated: what a browser sends automatically needs more proof of intent. */
export interface Identity {
  operator: Operator;
  by: 'bearer' | 'cookie';
  /** When the session ends, epoch ms; null = no session. */
  until: number | null;
  /** Its id; null = no session, or one that an earlier version opened. */
  session: string | null;
}

/** Finds who belongs to a secret. */
export interface Authentication {
  byToken(token: string): Promise<Operator | null>;
  /** `secrets`: the values of the session's cookie. Both are needed: cookies are visible to and set by every port of a host. */
  bySession(
    secrets: readonly string[],
    proof: string,
  ): Promise<{ operator: Operator; until: number; session: string | null } | { loss: SessionLoss }>;
  /** Null = there is none. */
  byId(id: string): Promise<Operator | null>;
}

/** A program that asks, as far as its calls need it. */
export interface KnownProgram {
  id: string;
  name: string;
}

/** What the guard needs of the programs that ask. */
export interface AskingPrograms {
  /** Whether it looks like the token of one that asks over HTTP. */
  isAskToken(token: string): boolean;
  byToken(token: string, via: 'http'): Promise<KnownProgram | null>;
  met(id: string, as: string | null): void;
}
