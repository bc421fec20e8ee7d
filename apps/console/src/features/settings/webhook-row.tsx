import type { Webhook } from '@countersign/api/webhook';
import { CircleCheck, CircleHelp, OctagonX, Pencil, Trash2 } from 'lucide-react';
import { LiveTime } from '../../live/session/live-time.tsx';
import { useAction } from '../../live/use-action.ts';
import { webhooksText as text } from '../../text/administration.ts';
import { statementSentence } from '../../text/statements/statements.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatSpan } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { Failure } from './section.tsx';

interface WebhookRowProps {
  webhook: Webhook;
  enable: (enabled: boolean) => Promise<unknown>;
  test: () => Promise<unknown>;
  onEdit: () => void;
  onRemove: () => void;
}

/** One address: when it is called, how the last call went, and a call to try it. */
export function WebhookRow({ webhook, enable, test, onEdit, onRemove }: WebhookRowProps) {
  const switching = useAction();
  const testing = useAction();
  const { name, enabled, repeatMs, severityFrom, url } = webhook;
  return (
    <li className="row-wide wraps-on-phone at-top soft-line-below">
      <div className="grow">
        <div className="row wrapping settings-wrap">
          <b className="strong truncate" dir="auto" lang="">
            {visibleText(name)}
          </b>
          <code className="muted truncate">{url}</code>
        </div>
        <p className="small muted">
          {text.from(severityFrom)}
          {' · '}
          {repeatMs === null ? text.once : text.again(formatSpan(repeatMs))}
        </p>
        <LastCall webhook={webhook} />
        <Failure of={testing.failure ?? switching.failure} />
      </div>
      <span className="row full-on-phone settings-actions rigid">
        <Switch
          checked={enabled}
          disabled={switching.busy}
          label={
            <>
              {enabled ? text.on : text.off}
              <span className="visually-hidden">
                {commonText.colon}
                {text.switchOf(name)}
              </span>
            </>
          }
          onChange={(next) => void switching.run(() => enable(next))}
        />
        <Button busy={testing.busy} onClick={() => void testing.run(test)}>
          {testing.busy ? text.testing : text.test}
          <span className="visually-hidden" dir="auto">
            {' '}
            {visibleText(name)}
          </span>
        </Button>
        <IconButton icon={Pencil} label={text.edit(name)} onClick={onEdit} />
        <IconButton icon={Trash2} label={text.remove(name)} onClick={onRemove} />
      </span>
    </li>
  );
}

function LastCall({ webhook: { lastDelivery: last } }: { webhook: Webhook }) {
  if (last === null) {
    return (
      <p className="row-tight small muted">
        <Icon of={CircleHelp} small />
        {text.never}
      </p>
    );
  }
  const facts = [
    last.promptId === null ? text.ofTest : null,
    last.status === null ? null : text.status(last.status),
    last.attempts > 1 ? text.attempts(last.attempts) : null,
    last.ok || last.detail === null
      ? null
      : visibleText(statementSentence(last.statement, last.detail)),
  ].filter((fact) => fact !== null);
  return (
    <p className="small settings-last breakable" role="status">
      <Icon of={last.ok ? CircleCheck : OctagonX} small tone={last.ok ? 'done' : 'fail'} />
      <span className={last.ok ? undefined : 'fault'}>
        {last.ok ? text.delivered : text.failed}
      </span>{' '}
      <span className="muted">
        <LiveTime as="ago" at={last.at} />
      </span>
      {facts.length === 0 ? null : <span className="muted"> · {facts.join(' · ')}</span>}
    </p>
  );
}
