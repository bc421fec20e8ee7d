import type { Incoming } from '@countersign/api/knowledge-sharing';
import type { RouteAnswer } from '@countersign/api/routes';
import { may } from '@countersign/desk/permissions';
import { useState } from 'react';
import { useAgents, useMe } from '../../../live/queries.ts';
import { useAction } from '../../../live/use-action.ts';
import { rowsOf, useChange, useRoute, useRoutePages } from '../../../live/use-route.ts';
import { knowledgeText, incomingText as text } from '../../../text/knowledge.ts';
import { faultText } from '../../../text/statements/statements.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MiniSelect } from '../../../ui/select.tsx';
import { Failed, Fresh, More, Reading } from '../list-parts.tsx';
import { SelectionBar } from '../selection-bar.tsx';
import { FileButton } from '../sharing/file-button.tsx';
import { readUpload } from '../sharing/json-file.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import { useSelection } from '../use-selection.ts';
import { AskWhy } from './ask-why.tsx';
import { IncomingItem } from './incoming-item.tsx';

type Received = RouteAnswer<'POST /api/knowledge/incoming'>;
type State = 'held' | 'absorbed' | 'discarded';

/** Knowledge of others in one state. */
export function HeldKnowledge({ state }: { state: State }) {
  const incoming = useRoutePages('GET /api/knowledge/incoming', { state });
  const mayWork = may(useMe().data, 'work');
  const waiting = useRoute('GET /api/knowledge/figures', {}).data?.waiting.incoming;
  const rows = rowsOf(incoming);
  return (
    <>
      {mayWork ? null : <Banner>{knowledgeText.viewerOnly}</Banner>}
      {mayWork && state === 'held' ? <UploadKnowledge /> : null}
      <Fresh now={state === 'held' ? waiting : undefined} of={incoming} />
      <Reading of={incoming}>
        {rows.length === 0 && !incoming.isPlaceholderData ? (
          <EmptyState title={state === 'held' ? text.none : text.noneOther}>
            {text.noneDetail}
          </EmptyState>
        ) : null}
        <Decide
          canDecide={mayWork && state === 'held' && !incoming.isPlaceholderData}
          rows={rows}
        />
        <More of={incoming} />
      </Reading>
    </>
  );
}

function UploadKnowledge() {
  const change = useChange();
  const action = useAction();
  const [fault, setFault] = useState<string | null>(null);
  const [received, setReceived] = useState<Received | null>(null);
  const take = (file: File) =>
    void action.run(async () => {
      setReceived(null);
      setFault(null);
      const read = await readUpload(file);
      if (!read.ok) {
        setFault(read.fault === 'too-large' ? text.tooLarge : text.notJson);
        return;
      }
      const { value } = read;
      setReceived(
        await change('POST /api/knowledge/incoming', {
          body: { items: Array.isArray(value) ? value : [value] },
        }),
      );
    });
  return (
    <div className="stack">
      <div className="row-wrap">
        <FileButton busy={action.busy} label={text.upload} onFile={take} />
      </div>
      <Failed of={action.failure} />
      {fault === null ? null : (
        <Banner role="alert" tone="fail">
          {fault}
        </Banner>
      )}
      {received === null ? null : (
        <Banner role="status" {...(received.refused.length > 0 ? { tone: 'need' as const } : {})}>
          <p>{text.uploaded(received.held, received.known)}</p>
          {received.refused.length === 0 ? null : <p>{text.refused(received.refused.length)}</p>}
          {received.refused.slice(0, 20).map(({ index, faults }) => (
            <p className="small breakable" key={index}>
              {text.refusedAt(index + 1)}{' '}
              {faults.slice(0, 3).map((one) => (
                <span key={`${one.path} ${one.message}`}>
                  <code>{visibleText(one.path)}</code> {visibleText(faultText(one))}{' '}
                </span>
              ))}
            </p>
          ))}
        </Banner>
      )}
    </div>
  );
}

type Verdict = 'absorb' | 'discard';
interface Result {
  verdict: Verdict;
  done: number;
  changed: number;
  refused: number;
}

const canBeAbsorbed = ({ signature }: Incoming): boolean => signature.state !== 'invalid';

/** Who is given what is absorbed: '' = no single agent. */
interface Receiver {
  agent: string;
  layer: 'group' | 'personal';
}

function ReceiverFields({
  receiver,
  onChange,
}: {
  receiver: Receiver;
  onChange: (receiver: Receiver) => void;
}) {
  const agents = useAgents().data ?? [];
  return (
    <div className="row-wrap">
      <MiniSelect
        label={text.agent}
        onChange={(agent) => onChange({ ...receiver, agent })}
        options={[
          { value: '', label: text.agentNone },
          ...agents.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
        ]}
        value={receiver.agent}
      />
      <MiniSelect
        label={text.layer}
        onChange={(value) =>
          onChange({ ...receiver, layer: value === 'personal' ? 'personal' : 'group' })
        }
        options={[
          { value: 'group', label: text.layers.group },
          { value: 'personal', label: text.layers.personal },
        ]}
        value={receiver.layer}
      />
    </div>
  );
}

function Outcome({ of: result }: { of: Result | null }) {
  return (
    <div role="status">
      {result === null ? null : (
        <Banner {...(result.changed + result.refused > 0 ? { tone: 'need' as const } : {})}>
          <p>
            {result.verdict === 'absorb'
              ? text.doneAbsorb(result.done)
              : text.doneDiscard(result.done)}
          </p>
          {result.changed === 0 ? null : <p>{knowledgeText.changedCount(result.changed)}</p>}
          {result.refused === 0 ? null : <p>{text.refusedCount(result.refused)}</p>}
        </Banner>
      )}
    </div>
  );
}

function Decide({ rows, canDecide }: { rows: readonly Incoming[]; canDecide: boolean }) {
  const change = useChange();
  const action = useAction();
  const [result, setResult] = useState<Result | null>(null);
  const [receiver, setReceiver] = useState<Receiver>({ agent: '', layer: 'group' });
  const [discarding, setDiscarding] = useState<readonly Incoming[] | null>(null);
  const list = useKeptFocus();
  const selection = useSelection(rows.map(({ id }) => id));
  const chosen = rows.filter(({ id }) => selection.selected.includes(id));
  // The server absorbs nothing that was changed after it was signed.
  const taken = chosen.filter(canBeAbsorbed);
  const decide = async (which: readonly Incoming[], verdict: Verdict) => {
    const { results } = await change('POST /api/knowledge/incoming/decisions', {
      body: {
        decisions: which.map(({ id, digest }) => ({ id, digest, verdict })),
        receiver: { ...receiver, agent: receiver.agent === '' ? null : receiver.agent },
      },
    });
    const count = (of: string) => results.filter(({ outcome }) => outcome === of).length;
    const failed = { changed: count('changed'), refused: count('refused') };
    setResult({ verdict, done: count('done'), ...failed });
  };
  const absorb = (which: readonly Incoming[]) => void action.run(() => decide(which, 'absorb'));
  return (
    <>
      <Outcome of={result} />
      <Failed of={action.failure} />
      {canDecide && rows.length > 0 ? (
        <ReceiverFields onChange={setReceiver} receiver={receiver} />
      ) : null}
      {canDecide ? (
        <SelectionBar
          all={rows.length}
          onAll={selection.selectAll}
          selected={selection.selected.length}
        >
          <Button
            busy={action.busy}
            disabled={taken.length === 0}
            onClick={() => absorb(taken)}
            small
          >
            {text.absorbMany(taken.length)}
          </Button>
          <Button disabled={action.busy} onClick={() => setDiscarding(chosen)} small>
            {text.discardMany(chosen.length)}
          </Button>
        </SelectionBar>
      ) : null}
      <ul aria-label={text.list} ref={list} tabIndex={-1}>
        {rows.map((row) => (
          <IncomingItem
            item={row}
            key={row.id}
            {...(canDecide
              ? {
                  isSelected: selection.isSelected(row.id),
                  onSelect: (on: boolean) => selection.select(row.id, on),
                }
              : {})}
          >
            {canDecide ? (
              <div className="row-wrap">
                {canBeAbsorbed(row) ? (
                  <Button disabled={action.busy} onClick={() => absorb([row])}>
                    {text.absorb}
                  </Button>
                ) : null}
                <Button disabled={action.busy} onClick={() => setDiscarding([row])}>
                  {text.discard}
                </Button>
              </div>
            ) : null}
          </IncomingItem>
        ))}
      </ul>
      {discarding === null ? null : (
        <AskWhy
          act={() => decide(discarding, 'discard')}
          danger
          detail={text.discardDetail}
          onClose={() => setDiscarding(null)}
          title={text.discardTitle(discarding.length)}
          why={null}
          yes={text.discard}
        />
      )}
    </>
  );
}
