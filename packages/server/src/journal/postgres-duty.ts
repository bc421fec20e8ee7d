import type { Report } from '../runtime/alarm.ts';
import { type Duty, idleDuty } from '../servers/duty.ts';
import { competeForDuty } from '../store/postgres/duty-lease.ts';

/** Of a server that only reads: it does not compete for the duty. */
export const holdNoDuty = {
  duty: idleDuty,
  lost: new Promise<Error>(() => {}),
  look() {},
  release: async () => {},
};

/** The duty of one server of several on a database, which has it as soon as it holds the lease. */
export async function holdDuty(options: {
  url: string;
  server: string;
  leaseMs: number;
  report: Report | undefined;
}) {
  const { url, server, leaseMs, report } = options;
  let reportLost = (_error: Error) => {};
  const lost = new Promise<Error>((resolve) => {
    reportLost = resolve;
  });
  let onTaken = () => {};
  const lease = await competeForDuty({
    url,
    server,
    lostAfterMs: leaseMs,
    onTaken: () => onTaken(),
    onLost: reportLost,
    onError: (error) => report?.('The lease of the duty could not be checked.', error),
  });
  const isHeld = () => lease.number() !== null;
  let isPrepared = false;
  const duty: Duty = {
    isOn: () => isPrepared,
    isHeld,
    fence: () => lease.number() ?? undefined,
    decline: lease.decline,
    async begin({ prepare, takeUp }) {
      const start = async () => {
        await prepare();
        isPrepared = true;
        await takeUp();
      };
      if (isHeld()) return start();
      onTaken = () => {
        start().catch((error) => {
          report?.('The duty of another server could not be taken over.', error);
          reportLost(error instanceof Error ? error : new Error(String(error)));
        });
      };
    },
  };
  return {
    duty,
    /** Resolves when this server has lost the duty, or could not begin it. */
    lost,
    look: lease.look,
    release() {
      onTaken = () => {};
      return lease.release();
    },
  };
}
