/**
 * What only one of the servers on a store does at a time: reading agents, timers, deliveries, rules, calls of webhooks, leases of the
 * registry, removing what is old. A server that has the duty keeps it until it ends.
 */
export interface Duty {
  /** This server has it and is prepared for it. */
  isOn(): boolean;
  /** This server has it, and is perhaps still being prepared for it. */
  isHeld(): boolean;
  /** The number with which this server's writes for the duty are checked; undefined = it has not had it, or there is one server. */
  fence(): number | undefined;
  /**
   * Begins when this server has the duty: before it returns if it has it, otherwise when the server that has it ends or dies. If that
   * rejects later, this server ends, so that another one takes the duty over. To be called once.
   */
  begin(start: DutyStart): Promise<void>;
  /** From now on this server does not take the duty, as it is being stopped; it keeps it if it has it. */
  decline(): void;
}

/** Of a server that only reads. */
export const idleDuty: Duty = {
  isOn: () => false,
  isHeld: () => false,
  fence: () => undefined,
  async begin() {},
  decline() {},
};

export interface DutyStart {
  /** Before anything else is done for the duty. */
  prepare: () => Promise<void>;
  /** Continues what the last server on duty has left. */
  takeUp: () => Promise<void>;
}

/** Of a store that has one server. */
export const soleDuty: Duty = {
  isOn: () => true,
  isHeld: () => true,
  fence: () => undefined,
  async begin({ prepare, takeUp }) {
    await prepare();
    await takeUp();
  },
  decline() {},
};
