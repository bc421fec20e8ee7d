import { may } from '@countersign/desk/permissions';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAgentNames } from '../../../live/agent-names.ts';
import { useMe } from '../../../live/queries.ts';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { useAction } from '../../../live/use-action.ts';
import { useChange, useRoute } from '../../../live/use-route.ts';
import { exchangeText as text } from '../../../text/knowledge.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { TaskLink, ViewLink } from '../links.tsx';
import { Failed, Reading } from '../list-parts.tsx';
import { AskWhy } from '../review/ask-why.tsx';
import { SharedKnowledge } from './shared-knowledge.tsx';
import { SharingRules } from './sharing-rules.tsx';
import './exchange-view.css';

/** Who this server is to others, whom it accepts, what it fetches and what it shares. */
export function ExchangeView() {
  return (
    <div className="scroll-area knowledge-body large-boxes-on-phone stack-wide knowledge-page exchange">
      <Identity />
      <AcceptedKeys />
      <Fetch />
      <SharedKnowledge />
      <SharingRules />
    </div>
  );
}

function Identity() {
  const identity = useRoute('GET /api/knowledge/identity', {});
  return (
    <section className="stack">
      <h2>{text.identity}</h2>
      <p className="muted knowledge-lead">{text.identityDetail}</p>
      <Reading of={identity} rows={1}>
        {identity.data === undefined ? null : (
          <dl className="fact-list stack knowledge-facts">
            <dt>{text.name}</dt>
            <dd dir="auto" lang="">
              {visibleText(identity.data.server)}
            </dd>
            <dt>{text.key}</dt>
            <dd>
              <code className="breakable">{identity.data.key}</code>{' '}
              <CopyButton of={text.key} text={() => identity.data.key} />
            </dd>
          </dl>
        )}
      </Reading>
    </section>
  );
}

function AcceptedKeys() {
  const nameOf = useAgentNames();
  const keys = useRoute('GET /api/knowledge/keys', {});
  const mayChange = may(useMe().data, 'administer');
  const change = useChange();
  const [removing, setRemoving] = useState<{ key: string; name: string } | null>(null);
  return (
    <section className="stack">
      <h2>{text.keys}</h2>
      <p className="muted knowledge-lead">{text.keysDetail}</p>
      <Reading of={keys} rows={1}>
        {keys.data?.items.length === 0 ? <p className="muted">{text.noKeys}</p> : null}
        <ul aria-label={text.keys} className="knowledge-lines">
          {keys.data?.items.map((each) => (
            <li className="row-wrap soft-line-between close-line" key={each.key}>
              <b className="strong" dir="auto" lang="">
                {visibleText(each.name)}
              </b>
              <code className="truncate key-text" title={each.key}>
                {visibleText(each.key)}
              </code>
              <span className="small muted">
                {text.acceptedBy(visibleText(nameOf(`operator:${each.acceptedBy}`)))}
                {commonText.comma}
                <LiveTime as="ago" at={each.acceptedAt} />
              </span>
              {mayChange ? (
                <span className="to-end">
                  <IconButton icon={Trash2} label={text.remove} onClick={() => setRemoving(each)} />
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      </Reading>
      {mayChange ? <AcceptKey /> : null}
      {removing === null ? null : (
        <AskWhy
          act={async () => {
            await change('DELETE /api/knowledge/keys/:id', { params: { id: removing.key } });
          }}
          danger
          detail={text.removeDetail}
          onClose={() => setRemoving(null)}
          title={text.removeAsk(visibleText(removing.name))}
          why={null}
          yes={text.remove}
        />
      )}
    </section>
  );
}

/** The key of another server, and what it is called here. */
function AcceptKey() {
  const change = useChange();
  const action = useAction();
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  const accept = () =>
    void action.run(async () => {
      await change('POST /api/knowledge/keys', { body: { key: key.trim(), name: name.trim() } });
      setKey('');
      setName('');
    });
  return (
    <>
      <form
        className="row-wrap at-bottom retrieval-form"
        onSubmit={(event) => {
          event.preventDefault();
          accept();
        }}
      >
        <Field className="retrieval-anchor" label={text.keyName}>
          {(ids) => (
            <Input
              {...ids}
              maxLength={100}
              onChange={(event) => setName(event.target.value)}
              value={name}
            />
          )}
        </Field>
        <Field className="retrieval-words" label={text.keyText}>
          {(ids) => (
            <Input
              {...ids}
              className="mono"
              onChange={(event) => setKey(event.target.value)}
              spellCheck={false}
              value={key}
            />
          )}
        </Field>
        <Button busy={action.busy} disabled={key.trim() === '' || name.trim() === ''} type="submit">
          {text.accept}
        </Button>
      </form>
      <Failed of={action.failure} />
    </>
  );
}

interface Fetched {
  taskId: string;
  held: number;
  known: number;
  refused: number;
  hasMore: boolean;
}

function Fetch() {
  const mayWork = may(useMe().data, 'work');
  const change = useChange();
  const action = useAction();
  const [service, setService] = useState('');
  const [fetched, setFetched] = useState<Fetched | null>(null);
  if (!mayWork) return null;
  const fetchNow = () =>
    void action.run(async () => {
      setFetched(null);
      setFetched(
        await change('POST /api/knowledge/fetches', { body: { service: service.trim() } }),
      );
    });
  return (
    <section className="stack">
      <h2>{text.fetch}</h2>
      <p className="muted knowledge-lead">{text.fetchDetail}</p>
      <form
        className="row-wrap at-bottom retrieval-form"
        onSubmit={(event) => {
          event.preventDefault();
          fetchNow();
        }}
      >
        <Field className="retrieval-anchor" help={text.serviceHelp} label={text.service}>
          {(ids) => (
            <Input
              {...ids}
              maxLength={1_000}
              onChange={(event) => setService(event.target.value)}
              value={service}
            />
          )}
        </Field>
        <Button busy={action.busy} disabled={service.trim() === ''} type="submit">
          {text.fetchNow}
        </Button>
      </form>
      <Failed of={action.failure} />
      {fetched === null ? null : (
        <Banner role="status">
          <p>{text.fetched(fetched.held, fetched.known, fetched.refused)}</p>
          {fetched.hasMore ? <p>{text.fetchedMore}</p> : null}
          <p className="row-wrap small">
            <TaskLink taskId={fetched.taskId}>{text.task}</TaskLink>
            <ViewLink view="incoming">{text.toHeld}</ViewLink>
          </p>
        </Banner>
      )}
    </section>
  );
}
