import type {
  AgentProtocol,
  Introducing,
  Introduction,
} from '@countersign/adapters/protocol/agent-protocol';
import { describeFailure } from '@countersign/server/http/transport-errors';
import type { Clock } from '@countersign/server/runtime/clock';
import type { Carriers } from './carrier.ts';
import type { KnownAgent } from './secret-headers.ts';

/** What agents say about themselves: read when it is needed, and kept for a while. */
export interface Introductions {
  /** Undefined for a protocol without introductions. Rejects with `AgentFailure` if it cannot be read and never was. */
  of(
    agent: KnownAgent,
    protocol: Pick<AgentProtocol, 'id' | 'introduce'>,
    signal: AbortSignal,
  ): Promise<Introduction | undefined>;
  /** The same, read now. */
  fresh(
    agent: KnownAgent,
    protocol: Pick<AgentProtocol, 'id' | 'introduce'>,
    signal: AbortSignal,
  ): Promise<Introduction | undefined>;
}

interface Kept {
  /** The settings it was read with: after a change of the agent it is read again. */
  key: string;
  at: number;
  introduction: Introduction;
}

const keptMs = 5 * 60_000;
const maxKept = 500;

export function createIntroductions({
  clock,
  answerMs,
  carriers,
}: {
  clock: Clock;
  answerMs: number;
  carriers: Carriers;
}): Introductions {
  const kept = new Map<string, Kept>();

  const fresh: Introductions['fresh'] = async (agent, protocol, signal) => {
    const { introduce } = protocol;
    if (introduce === undefined) return undefined;
    try {
      const carrier = carriers.of(protocol.id);
      const transport = carrier.transport(agent, { signal, timeoutMs: answerMs, clock });
      const introduction = await introduce(agent, transport);
      kept.delete(agent.id);
      kept.set(agent.id, { key: keyOf(agent), at: clock.monotonic(), introduction });
      const oldest = kept.keys().next();
      if (kept.size > maxKept && !oldest.done) kept.delete(oldest.value);
      return introduction;
    } catch (error) {
      throw describeFailure(error);
    }
  };

  return {
    fresh,
    async of(agent, protocol, signal) {
      const known = kept.get(agent.id);
      const isSame = known?.key === keyOf(agent);
      if (isSame && clock.monotonic() - known.at < keptMs) return known.introduction;
      try {
        return await fresh(agent, protocol, signal);
      } catch (error) {
        // Its address is more likely to be the same than to have changed in these minutes.
        if (isSame) return known.introduction;
        throw error;
      }
    },
  };
}

const keyOf = ({ url, headersAlsoTo = [], headers = {}, card }: Introducing & KnownAgent): string =>
  JSON.stringify([url, headersAlsoTo, headers, card]);
