import type { RunContext } from '@countersign/agent/run-context';
import type { Brief } from './brief.ts';
import type { Funnel } from './rank.ts';
import type { Proposed } from './recommendation.ts';

/** The document that the crew's agents share with the console. */
export interface CrewState {
  phase:
    | 'understanding'
    | 'asking'
    | 'searching'
    | 'checking'
    | 'ranking'
    | 'choosing'
    | 'inviting'
    | 'done'
    | 'cancelled'
    | 'failed';
  request?: string;
  brief?: Brief;
  funnel?: Partial<Funnel>;
  confidence?: number;
  candidates?: Pick<Proposed, 'id' | 'name' | 'city' | 'rate' | 'score' | 'travelMinutes'>[];
  mail?: {
    address: string;
    name: string;
    status: 'waiting' | 'sent' | 'already sent' | 'failed';
    messageId?: string;
  }[];
}

/** Changes the shared document. Members of other agents are kept. */
export function changeState(context: RunContext, changes: Partial<CrewState>): Promise<void> {
  return context.state.update((draft) => {
    if (typeof draft === 'object' && draft !== null) Object.assign(draft, changes);
  });
}
