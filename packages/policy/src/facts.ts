import type { Prompt } from '@countersign/api/prompt';

export const severities = ['info', 'minor', 'major', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** What the lines of a table are read against: a question, at a time. */
export interface Facts {
  connection: string;
  tool: string;
  protocol: string;
  blocking: boolean;
  severity: Severity;
  confidence: number | null;
  /** Ids of what was found in it. */
  signals: readonly string[];
  payload: unknown;
  /** Who has called, and who has started the task. */
  behind: readonly string[];
  /** Epoch ms. */
  now: number;
}

/** A found danger raises the severity of the agent; nothing lowers it. */
const raised = (severity: Severity, isDanger: boolean): Severity =>
  isDanger && severities.indexOf(severity) < severities.indexOf('major') ? 'major' : severity;

/** The facts of a question. */
export function factsOf(
  { agentId, source, origin, blocking, severity, message, signals }: Prompt,
  { behind, now }: Pick<Facts, 'behind' | 'now'>,
): Facts {
  return {
    connection: agentId,
    tool: source.toolName ?? '',
    protocol: origin.protocol,
    blocking,
    severity: raised(
      severity,
      signals.some(({ level }) => level === 'danger'),
    ),
    confidence: message.upThought?.confidence ?? null,
    signals: signals.map(({ id }) => id),
    payload: message.payload,
    behind,
    now,
  };
}
