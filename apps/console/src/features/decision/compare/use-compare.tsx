import { isObject } from '@countersign/json/json-object';
import type { UpMessage } from '@countersign/upformat/message';
import { publicPart } from '@countersign/upformat/public-part';
import { rankableItems } from '@countersign/upformat/rankable-items';
import { type ReactNode, useState } from 'react';
import { decisionEditText as text } from '../../../text/texts.ts';
import type { Answer } from '../compose/use-answer.ts';
import { comparedName } from '../draft/place-names.ts';
import { startingOrder } from '../draft/starting-order.ts';
import { CompareDialog } from './compare-dialog.tsx';
import type { Comparable } from './compare-table.tsx';

/** The item of the payload with that id, if a list contains one. */
function fieldsOf(payload: Record<string, unknown> | undefined, id: string) {
  const lists = Object.values(payload ?? {}).filter(Array.isArray);
  return lists.flat().find((item) => isObject(item) && item['id'] === id) ?? {};
}

/** The alternatives an agent offers, as things to compare; a plain name cannot be compared. */
function alternativesOf({ payload: proposed, upThought }: UpMessage): Comparable[] {
  return (upThought?.alternatives ?? []).flatMap((item) => {
    if (typeof item === 'string' || item.id === undefined) return [];
    const { payload, ...rest } = item;
    return [
      {
        id: item.id,
        label: item.label,
        item: { ...rest, ...fieldsOf(proposed, item.id), ...(isObject(payload) ? payload : {}) },
      },
    ];
  });
}

/** What can be compared: the alternatives if there are two of them, else what can be ranked. */
function comparablesOf(message: UpMessage): readonly Comparable[] {
  const alternatives = alternativesOf(message);
  return alternatives.length >= 2 ? alternatives : rankableItems(message);
}

/** The same, each also without what is secret in it, if anything is. */
function publicItems(message: UpMessage): readonly Comparable[] {
  const open = publicPart(message, [], message);
  if (open === message) return comparablesOf(message);
  const shown = comparablesOf(open as UpMessage);
  return comparablesOf(message).map((each, index) => ({
    ...each,
    label: shown[index]?.label ?? each.id,
    masked: shown[index]?.item,
  }));
}

type Pick = { word: string; choose: (id: string) => void } | null;

/** The answer for a chosen item: first in a ranking if possible, else its content as an edit, else an instruction. */
function pickOf(answer: Answer): Pick {
  const { allowed, prompt, draft, viewer } = answer;
  const { message, state } = prompt;
  if (viewer || state !== 'open') return null;
  const ranked = rankableItems(message).map(({ id }) => id);
  const alternatives = message.upThought?.alternatives ?? [];
  const first = (id: string) => {
    const rest = startingOrder(message, draft.order).filter((each) => each !== id);
    answer.update({ type: 'rank', order: [id, ...rest] });
  };
  if (allowed.rank.allowed && ranked.length > 0) return { word: text.putFirst, choose: first };
  const byId = (id: string) =>
    alternatives.find((item) => typeof item !== 'string' && item.id === id);
  return {
    word: text.choosePlan,
    choose: (id) => {
      const item = byId(id);
      if (item === undefined || typeof item === 'string') return;
      if (allowed.edit.allowed && isObject(item.payload))
        answer.update({ type: 'edit', value: item.payload });
      else if (allowed.instruction.allowed)
        answer.update({ type: 'instruction', instruction: text.takeAlternative(item.label) });
    },
  };
}

/** The comparison of the offered items; null when there are not two of a kind. */
export function useCompare(answer: Answer): { open: () => void; dialog: ReactNode } | null {
  const [isOpen, setOpen] = useState(false);
  const { message } = answer.prompt;
  const items = comparablesOf(message);
  if (items.length < 2) return null;
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <CompareDialog
        nameOf={comparedName(
          message,
          items.map(({ id }) => id),
        )}
        items={publicItems(message)}
        pick={pickOf(answer)}
        onClose={() => setOpen(false)}
      />
    ),
  };
}
