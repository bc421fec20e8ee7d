import type { MemoryRow } from '@countersign/api/knowledge-memory';
import { may } from '@countersign/desk/permissions';
import { useNavigate } from '@tanstack/react-router';
import { Check, Ellipsis, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { MemoryDetail } from '../../../live/knowledge-types.ts';
import { useMe } from '../../../live/queries.ts';
import { useClient } from '../../../live/session/client-context.tsx';
import { useReadAgain } from '../../../live/use-route.ts';
import { knowledgeText, memoryText, detailText as text } from '../../../text/knowledge.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/overlays/menu.tsx';
import { pathOf } from '../links.tsx';
import { AskWhy } from '../review/ask-why.tsx';
import { EditMemory } from './edit-memory.tsx';
import { isOver, isUnconfirmed, nameOf } from './memory-facts.tsx';

type Layer = MemoryRow['layer'];
const layers: readonly Layer[] = ['personal', 'group', 'public'];
const rank = (layer: Layer) => layers.indexOf(layer);

/** Where it can be moved: up by one layer, and only while agents may be given it; down always. */
const placesFor = ({ layer, status }: MemoryDetail): readonly Layer[] =>
  layers.filter((to) => {
    const step = rank(to) - rank(layer);
    return step < 0 || (step === 1 && status === 'active');
  });

type Asked = 'confirm' | 'edit' | 'wrong' | 'right' | 'remove' | { move: Layer };

/** What an operator can do with a memory. */
export function MemoryActions({ memory, now }: { memory: MemoryDetail; now: number }) {
  const mayRemove = may(useMe().data, 'administer');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const over = isOver(memory, now);
  const close = () => setAsked(null);
  const extract = () =>
    void navigate({
      to: '/knowledge/$',
      params: { _splat: pathOf('extraction') },
      search: { preview: memory.id },
    });
  return (
    <div className="row-wrap">
      {isUnconfirmed(memory) && !over ? (
        <Button icon={Check} onClick={() => setAsked('confirm')}>
          {text.confirm}
        </Button>
      ) : null}
      <Button icon={Pencil} onClick={() => setAsked('edit')}>
        {text.edit}
      </Button>
      <Button onClick={() => setAsked(over ? 'right' : 'wrong')}>
        {over ? text.right : text.wrong}
      </Button>
      <Menu align="start" trigger={<Button icon={Ellipsis}>{text.more}</Button>}>
        {placesFor(memory).map((layer) => (
          <MenuItem key={layer} onSelect={() => setAsked({ move: layer })}>
            {text.moveTo[layer]}
          </MenuItem>
        ))}
        <MenuItem disabled={memory.status !== 'active'} onSelect={extract}>
          {text.extract}
        </MenuItem>
        {mayRemove ? (
          <>
            <MenuLine />
            <MenuItem onSelect={() => setAsked('remove')}>{text.remove}</MenuItem>
          </>
        ) : null}
      </Menu>
      {asked === null ? null : (
        <AskedAction asked={asked} memory={memory} now={now} onClose={close} />
      )}
    </div>
  );
}

interface AskedActionProps {
  asked: Asked;
  memory: MemoryDetail;
  now: number;
  onClose: () => void;
}

/** The dialog of one action. */
function AskedAction({ asked, memory, now, onClose }: AskedActionProps) {
  const { call } = useClient().api;
  const changed = useReadAgain('/api/knowledge/');
  const navigate = useNavigate();
  return (
    <>
      {asked === 'edit' ? <EditMemory memory={memory} onClose={onClose} /> : null}
      {asked === 'confirm' ? (
        <AskWhy
          act={async (why) => {
            const { id, version } = memory;
            await call('POST /api/knowledge/reviews', {
              body: { reviews: [{ id, version, verdict: 'approve', why }] },
            });
            await changed();
          }}
          detail={text.confirmDetail}
          onClose={onClose}
          title={text.confirm}
          yes={text.confirm}
        />
      ) : null}
      {asked === 'wrong' || asked === 'right' ? (
        <AskWhy
          act={async (why) => {
            const validUntil = asked === 'wrong' ? now : null;
            await call('PATCH /api/knowledge/memories/:id', {
              params: { id: memory.id },
              body: { version: memory.version, validUntil, why },
            });
            await changed();
          }}
          danger={asked === 'wrong'}
          detail={asked === 'wrong' ? text.wrongDetail : text.rightDetail}
          onClose={onClose}
          title={text[asked]}
          why={asked === 'wrong' ? text.wrongWhy : knowledgeText.why}
          yes={text[asked]}
        />
      ) : null}
      {asked === 'remove' ? (
        <AskWhy
          act={async () => {
            await call('DELETE /api/knowledge/memories/:id', { params: { id: memory.id } });
            await navigate({ to: '/knowledge/$', params: { _splat: pathOf('memories') } });
            await changed();
          }}
          danger
          detail={text.removeDetail}
          onClose={onClose}
          title={text.removeAsk(nameOf(memory))}
          why={null}
          yes={text.remove}
        />
      ) : null}
      {typeof asked === 'object' ? (
        <AskWhy
          act={async (why) => {
            await call('POST /api/knowledge/memories/:id/layer', {
              params: { id: memory.id },
              body: { version: memory.version, to: asked.move, why },
            });
            await changed();
          }}
          detail={rank(asked.move) > rank(memory.layer) ? text.moveUpDetail : text.moveDownDetail}
          onClose={onClose}
          title={text.moveAsk(memoryText.layers[asked.move])}
          yes={text.move}
        >
          <p className="muted">{memoryText.layerDetail[asked.move]}</p>
        </AskWhy>
      ) : null}
    </>
  );
}
