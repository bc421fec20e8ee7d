import type { PackPreview } from '@countersign/api/knowledge-exchange';
import { may } from '@countersign/desk/permissions';
import { CircleCheck, OctagonX } from 'lucide-react';
import { useState } from 'react';
import { useAgentNames } from '../../../live/agent-names.ts';
import { useMe } from '../../../live/queries.ts';
import { useClient } from '../../../live/session/client-context.tsx';
import { LiveTime } from '../../../live/session/live-time.tsx';
import { useAction } from '../../../live/use-action.ts';
import { rowsOf, useChange, useRoutePages } from '../../../live/use-route.ts';
import { incomingText, knowledgeText, packText as text } from '../../../text/knowledge.ts';
import { faultText } from '../../../text/statements/statements.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { MemoryLink } from '../links.tsx';
import { Failed, isChanged, More, Reading } from '../list-parts.tsx';
import { Many } from '../many.tsx';
import { nameOf, TypeMark } from '../memories/memory-facts.tsx';
import { SignatureBadge } from '../review/incoming-item.tsx';
import { ReviewHead } from '../review/review-head.tsx';
import { shownFirst } from '../shown-whole.ts';
import { FileButton } from './file-button.tsx';
import { parseUpload, readUpload } from './json-file.ts';
import { ReceivedContent } from './received-content.tsx';
import '../review-item.css';

/** A pack that was checked, as it was sent. */
interface Checked {
  pack: unknown;
  preview: PackPreview;
}

/** Seed packs: checked as a whole, shown with what taking each memory would do, and taken in one step. */
export function PacksView() {
  const mayWork = may(useMe().data, 'work');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isTaken, setTaken] = useState(false);
  return (
    <div className="scroll-area knowledge-body large-boxes-on-phone stack-wide knowledge-page">
      <p className="muted knowledge-lead">{text.lead}</p>
      {mayWork ? (
        <CheckPack
          onChecked={(next) => {
            setChecked(next);
            setTaken(false);
          }}
        />
      ) : (
        <Banner>{knowledgeText.viewerOnly}</Banner>
      )}
      <div role="status">{isTaken ? <Banner>{text.taken}</Banner> : null}</div>
      {checked === null ? null : (
        <Preview
          checked={checked}
          key={checked.preview.digest}
          onTaken={() => {
            setChecked(null);
            setTaken(true);
          }}
        />
      )}
      <TakenPacks />
    </div>
  );
}

function CheckPack({ onChecked }: { onChecked: (checked: Checked | null) => void }) {
  const { call } = useClient().api;
  const action = useAction();
  const [pasted, setPasted] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const check = (read: Awaited<ReturnType<typeof readUpload>>) =>
    action.run(async () => {
      onChecked(null);
      setFault(null);
      if (!read.ok) {
        setFault(read.fault === 'too-large' ? incomingText.tooLarge : text.wrongJson);
        return;
      }
      onChecked({
        pack: read.value,
        preview: await call('POST /api/knowledge/packs/preview', { body: { pack: read.value } }),
      });
    });
  return (
    <div className="stack">
      <div className="row-wrap">
        <FileButton
          busy={action.busy}
          label={text.choose}
          onFile={(file) => void readUpload(file).then(check)}
        />
      </div>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void check(parseUpload(pasted));
        }}
      >
        <Field error={fault} label={text.paste}>
          {(ids) => (
            <Textarea
              {...ids}
              className="mono"
              onChange={(event) => setPasted(event.target.value)}
              rows={4}
              spellCheck={false}
              value={pasted}
            />
          )}
        </Field>
        <div className="row-wrap">
          <Button busy={action.busy} disabled={pasted.trim() === ''} type="submit">
            {text.check}
          </Button>
        </div>
      </form>
      <Failed of={action.failure} />
    </div>
  );
}

function Preview({ checked, onTaken }: { checked: Checked; onTaken: () => void }) {
  const { pack, preview } = checked;
  const mayTake = may(useMe().data, 'administer');
  const change = useChange();
  const action = useAction();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState(shownFirst);
  const shown = preview.items.slice(0, opened);
  // Nothing is taken that was not shown.
  const chosen = shown.filter(({ index }) => !left.has(index));
  const choose = (index: number, on: boolean) => {
    const next = new Set(left);
    if (on) next.delete(index);
    else next.add(index);
    setLeft(next);
  };
  const take = () =>
    void action.run(async () => {
      const isAll = chosen.length === preview.items.length;
      const items = isAll ? {} : { items: chosen.map(({ index }) => index) };
      await change('POST /api/knowledge/packs', {
        body: { pack, digest: preview.digest, ...items },
      });
      onTaken();
    });
  return (
    <section aria-label={text.items} className="framed stack-wide extraction-preview">
      <PackHead preview={preview} />
      <ul aria-label={text.items}>
        {shown.map((item) => (
          <li className="soft-line-below stack review-item" key={item.index}>
            <ReviewHead
              isSelected={!left.has(item.index)}
              onSelect={mayTake ? (on) => choose(item.index, on) : undefined}
              name={nameOf(item)}
            >
              <h3 className="breakable" dir="auto">
                <TypeMark type={item.type} /> <bdi lang="">{nameOf(item)}</bdi>
              </h3>
              <span className="small muted">{incomingText.strategies[item.strategy]}</span>
            </ReviewHead>
            <ReceivedContent conflicts={item.conflicts} content={item.content} type={item.type} />
          </li>
        ))}
      </ul>
      {preview.items.length <= opened ? null : (
        <p className="row-wrap small muted">
          {knowledgeText.shownOf(opened, preview.items.length)}
          <Button onClick={() => setOpened(opened + shownFirst)} small>
            {knowledgeText.more}
          </Button>
        </p>
      )}
      {isChanged(action.failure) ? (
        <Banner role="alert" tone="need">
          <b className="strong">{text.stale}</b>
          <p className="small">{text.staleDetail}</p>
        </Banner>
      ) : (
        <Failed of={action.failure} />
      )}
      {!preview.isValid || preview.signature.state === 'invalid' ? null : mayTake ? (
        <div className="row-wrap">
          <Button
            busy={action.busy}
            disabled={chosen.length === 0}
            onClick={take}
            variant="primary"
          >
            {text.take(chosen.length)}
          </Button>
        </div>
      ) : (
        <p className="small muted">{text.adminTakes}</p>
      )}
    </section>
  );
}

function PackHead({ preview }: { preview: Checked['preview'] }) {
  return (
    <>
      <div className="row-wrap">
        <h2 className="breakable" dir="auto" lang="">
          {visibleText(preview.packId)}
        </h2>
        {preview.version === '' ? null : (
          <span className="small muted">{text.version(visibleText(preview.version))}</span>
        )}
        <Badge
          {...(preview.isValid
            ? ({ tone: 'done', icon: CircleCheck } as const)
            : ({ tone: 'fail', icon: OctagonX } as const))}
        >
          {preview.isValid ? text.valid(preview.items.length) : text.invalid(preview.faults.length)}
        </Badge>
        <SignatureBadge of={preview.signature} />
        <span className="small muted" dir="auto" lang="">
          {visibleText(commonText.inRow(preview.domainTags))}
        </span>
      </div>
      {preview.faults.length === 0 ? null : (
        <ul className="knowledge-lines small">
          {preview.faults.map((fault, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place may have two faults.
            <li className="soft-line-between breakable close-line" key={index}>
              <code>{visibleText(fault.path)}</code> {visibleText(faultText(fault))}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function TakenPacks() {
  const nameOfPerson = useAgentNames();
  const packs = useRoutePages('GET /api/knowledge/packs', {});
  const rows = rowsOf(packs);
  return (
    <section className="stack">
      <h2>{text.takenList}</h2>
      <Reading of={packs} rows={2}>
        {rows.length === 0 ? <EmptyState title={text.none}>{text.noneDetail}</EmptyState> : null}
        <ul aria-label={text.takenList} className="knowledge-lines">
          {rows.map((pack) => (
            <li className="soft-line-between stack-tight close-line" key={pack.id}>
              <span className="row-wrap">
                <b className="strong breakable" dir="auto" lang="">
                  {visibleText(pack.packId)}
                </b>
                {pack.version === '' ? null : (
                  <span className="small muted">{text.version(visibleText(pack.version))}</span>
                )}
                <span className="small muted">
                  {text.by(visibleText(nameOfPerson(`operator:${pack.takenBy}`)))}
                  {commonText.comma}
                  <LiveTime as="ago" at={pack.takenAt} />
                </span>
              </span>
              <details>
                <summary className="small muted">{text.valid(pack.results.length)}</summary>
                <Many of={pack.results}>
                  {(results) => (
                    <ul className="knowledge-lines small">
                      {results.map(({ index, strategy, memoryId }) => (
                        <li className="row-wrap close-line" key={index}>
                          {incomingText.strategyDone[strategy]}
                          {memoryId === null ? null : (
                            <MemoryLink memory={{ id: memoryId, name: memoryId }} />
                          )}
                        </li>
                      ))}
                    </ul>
                  )}
                </Many>
              </details>
            </li>
          ))}
        </ul>
        <More of={packs} />
      </Reading>
    </section>
  );
}
