import type { CheckFault } from '@countersign/upformat/edit-check';
import { clsx } from 'clsx';
import { OctagonAlert, TriangleAlert } from 'lucide-react';
import { answerCheckText, commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../icon.tsx';

interface AgentMessagesProps {
  reported: readonly CheckFault[];
  /** JSON Pointer of the place. */
  at: string;
  /** Id of the control: the messages have the id `<id>-reported` and describe it. */
  id?: string;
}

/** The places at and below a pointer with messages of the agent, each once. */
export const messagesUnder = (reported: readonly CheckFault[], pointer: string): string[] => [
  ...new Set(
    reported.flatMap(({ path }) =>
      path === pointer || path.startsWith(`${pointer}/`) ? [path] : [],
    ),
  ),
];

/** The agent's messages about the value at one place: separate from the errors of the form. */
export function AgentMessages({ reported, at, id }: AgentMessagesProps) {
  const lines = reported.filter(({ path }) => path === at);
  if (lines.length === 0) return null;
  return (
    <span
      className="full-row form-faults stack"
      {...(id === undefined ? {} : { id: `${id}-reported` })}
    >
      {lines.map(({ message, severity }, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: an agent may say the same twice
          key={place}
          className={clsx(
            'agent-message row-close at-top small breakable',
            severity === 'error' && 'fault',
          )}
        >
          {severity === 'error' ? (
            <Icon of={OctagonAlert} tone="fail" />
          ) : (
            <Icon of={TriangleAlert} tone="need" />
          )}
          <span>
            {answerCheckText.sentBy}
            {commonText.gap}
            <span dir="auto" lang="">
              {visibleText(message)}
            </span>
          </span>
        </span>
      ))}
    </span>
  );
}
