import { Braces } from 'lucide-react';
import { streamText } from '../../text/stream.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { EventRow } from './event-row.tsx';
import { JsonBox } from './json-box.tsx';
import type { NoiseItem } from './noise.ts';

/** One quiet line for a stretch of noise; the first of it can be looked into. */
export function NoiseRow({ item, behind }: { item: NoiseItem; behind: number }) {
  const name = item.kind === 'custom' ? streamText.custom(item.name) : streamText.repaired;
  const value = item.kind === 'custom' ? item.value : { detail: item.detail, raw: item.raw };
  const more = behind === 0 ? '' : ` ${streamText.noiseMore(behind)}`;
  return (
    <EventRow at={item.startedAt} mark={<Icon of={Braces} />}>
      <JsonBox label={visibleText(`${name}${more}`)} value={value} />
    </EventRow>
  );
}
