import type { Prompt } from '@countersign/api/prompt';
import { ShieldAlert, Users } from 'lucide-react';
import { decisionTimeText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Icon } from '../../../ui/icon.tsx';

/** Who may answer by the policy and who has said yes, and what the server found in the proposal. */
export function WhoLine({ prompt: { demand, votes, signals } }: { prompt: Prompt }) {
  return (
    <>
      {demand !== null && demand.then !== 'itself' && (
        <p className="row-close small muted">
          <Icon of={Users} small />
          <span>
            {demand.then === 'never'
              ? text.neverAllowed(visibleText(demand.line.name))
              : text.whoMayAnswer({
                  group: demand.group === null ? null : visibleText(demand.group),
                  people: demand.people?.map(visibleText) ?? null,
                  approvals: demand.approvals,
                })}
            {votes.length > 0 &&
              ` ${text.saidYes(
                votes.map(({ by }) => visibleText(by.name)),
                demand.approvals,
              )}`}
          </span>
        </p>
      )}
      {signals.map(({ id, path, level, text: piece }) => (
        <p className="row-close small" key={`${id} ${path ?? ''}`}>
          <Icon of={ShieldAlert} small tone={level === 'danger' ? 'fail' : 'need'} />
          <span>
            <b className="strong">{text.signal(id)}</b> <code>{visibleText(piece)}</code>
          </span>
        </p>
      ))}
    </>
  );
}
