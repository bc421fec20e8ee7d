import type { CallPreview, ClientProtocol, SentCall } from '@countersign/api/gateway';
import { isObject } from '@countersign/json/json-object';
import { Send } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useAction } from '../../live/use-action.ts';
import { gatewayText } from '../../text/registry.ts';
import { jsonText } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { readJson } from '../../ui/forms/schema/read-json.ts';
import { Input, Textarea } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { CallResult, CallSent } from './call-result.tsx';
import { Failed } from './failed.tsx';
import './gateway.css';

/** A request that starts a task, as a caller of the protocol sends it. */
function sampleRequest(
  protocol: ClientProtocol,
  { service, words, id }: { service: string; words: string; id: string },
): Record<string, unknown> {
  switch (protocol) {
    case 'a2a': {
      const parts = [{ kind: 'text', text: words }];
      const message = { kind: 'message', messageId: id, role: 'user', parts };
      return { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } };
    }
    case 'mcp':
      return { name: 'run_agent_task', arguments: { agent: service, input: words } };
    case 'acp': {
      const parts = [{ content_type: 'text/plain', content: words }];
      const input = [{ role: 'user', parts }];
      return {
        ...{ method: 'POST', path: '/runs' },
        body: { agent_name: service, input, mode: 'async' },
      };
    }
    case 'hai':
    case 'ag-ui':
      return {
        ...{ threadId: id, runId: `${id}-1`, state: {}, tools: [], context: [] },
        ...{ messages: [{ id: `${id}-0`, role: 'user', content: words }], forwardedProps: {} },
      };
  }
}

const text = gatewayText.attempt;
const protocols = ['a2a', 'mcp', 'acp', 'hai', 'ag-ui'] as const satisfies ClientProtocol[];
const options = protocols.map((value) => ({ value, label: gatewayText.form.spokenOf[value] }));

/** A request as it is sent to the server. */
interface Attempt {
  protocol: ClientProtocol;
  service: string;
  request: Record<string, unknown>;
}

interface TryCallProps {
  service: string;
  /** Names of services that can be called. */
  services: readonly string[];
  maySend: boolean;
  createId: () => string;
  preview: (attempt: Attempt) => Promise<CallPreview>;
  send: (attempt: Attempt) => Promise<SentCall>;
  taskLink: (taskId: string) => ReactNode;
  inboxLink: ReactNode;
}

/** A request, or what is wrong with its text; both null = nothing is there yet. */
function parsed(source: string): { request: Record<string, unknown> | null; fault: string | null } {
  if (source.trim() === '') return { request: null, fault: null };
  const read = readJson(source);
  if ('fault' in read) {
    const { line, column, words } = read.fault;
    return { request: null, fault: jsonText.at(line, column, words) };
  }
  return isObject(read.value)
    ? { request: read.value, fault: null }
    : { request: null, fault: text.requestBad };
}

const isProtocol = (value: string): value is ClientProtocol =>
  protocols.some((one) => one === value);

/** A request as it is written, what was previewed and what was sent of it. */
function useAttempt(props: TryCallProps) {
  const { createId, preview, send } = props;
  const [protocol, setProtocol] = useState<ClientProtocol>('a2a');
  const [service, setService] = useState(props.service);
  const [source, setSource] = useState('');
  const [seen, setSeen] = useState<{ key: string; preview: CallPreview } | null>(null);
  const [sent, setSent] = useState<SentCall | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const looking = useAction();
  const sending = useAction();
  const { request, fault } = parsed(source);
  const key = JSON.stringify([protocol, service.trim(), source]);
  const isCurrent = seen?.key === key;
  const attempt = request === null ? null : { protocol, service: service.trim(), request };

  const look = (event: FormEvent) => {
    event.preventDefault();
    // An answer that is on its way belongs to what was previewed before it.
    if (attempt === null || attempt.service === '' || sending.busy) return;
    sending.clear();
    void looking.run(async () => {
      const found = await preview(attempt);
      setSent(null);
      setSeen({ key, preview: found });
    });
  };
  const make = () => {
    if (attempt === null) return;
    void sending.run(async () => {
      setSent(await send(attempt));
      // The button is off now, as this call was made.
      result.current?.focus();
    });
  };
  const fill = () => {
    const words = { service: service.trim(), words: text.sampleText, id: createId() };
    setSource(JSON.stringify(sampleRequest(protocol, words), null, 2));
  };
  return {
    ...{ protocol, setProtocol, service, setService, source, setSource, fault, attempt },
    ...{ seen, isCurrent, look, looking, sent, make, sending, fill, result },
  };
}

/** A request as a caller would send it: what it would become, and then the call itself. */
export function TryCall(props: TryCallProps) {
  const { services, maySend, taskLink, inboxLink } = props;
  const { protocol, service, source, seen, sent, fault, isCurrent, attempt, ...its } =
    useAttempt(props);
  const { looking, sending } = its;
  const maySendThis =
    maySend && isCurrent && seen?.preview.refusal === null && sent === null && attempt !== null;
  return (
    <>
      <p className="muted page-lead">{text.lead}</p>
      <div className="columns gateway-try">
        <form className="stack-wide" noValidate onSubmit={its.look}>
          <div className="halves">
            <Field label={text.protocol}>
              {(ids) => (
                <Select
                  {...ids}
                  onChange={(value) => isProtocol(value) && its.setProtocol(value)}
                  options={options}
                  value={protocol}
                />
              )}
            </Field>
            <Field label={text.service} required>
              {(ids) => (
                <Input
                  {...ids}
                  autoComplete="off"
                  list="gateway-callable"
                  onChange={({ target }) => its.setService(target.value)}
                  value={service}
                />
              )}
            </Field>
          </div>
          <datalist id="gateway-callable">
            {services.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Field error={fault} help={text.requestHelp[protocol]} label={text.request} required>
            {(ids) => (
              <Textarea
                {...ids}
                className="mono"
                onChange={({ target }) => its.setSource(target.value)}
                rows={14}
                spellCheck={false}
                value={source}
              />
            )}
          </Field>
          <div className="row-wrap">
            <Button onClick={its.fill}>{text.sample}</Button>
            <Button
              // Not disabled meanwhile: it keeps the focus.
              aria-busy={looking.busy}
              disabled={attempt === null || attempt.service === '' || sending.busy}
              type="submit"
              variant="primary"
            >
              {text.preview}
            </Button>
            {maySend ? (
              <Button busy={sending.busy} disabled={!maySendThis} icon={Send} onClick={its.make}>
                {text.send}
              </Button>
            ) : null}
          </div>
          {maySend && !isCurrent ? (
            <p className="small muted" role="status">
              {seen === null ? text.sendFirst : text.changed}
            </p>
          ) : null}
          <Failed of={looking.failure} title={text.failed} />
          <Failed of={sending.failure} title={text.sendFailed} />
        </form>
        <div className="stack-wide" ref={its.result} tabIndex={-1}>
          {sent === null ? null : (
            <CallSent inboxLink={inboxLink} sent={sent} taskLink={taskLink} />
          )}
          {seen === null ? null : <CallResult preview={seen.preview} protocol={protocolOf(seen)} />}
        </div>
      </div>
    </>
  );
}

/** The protocol that was previewed, which may not be the chosen one any more. */
const protocolOf = ({ key }: { key: string }): string => String(JSON.parse(key)[0]);
