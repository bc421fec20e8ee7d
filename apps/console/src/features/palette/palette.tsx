import { onlyReads } from '@countersign/desk/permissions';
import { Command, useCommandState } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMe } from '../../live/queries.ts';
import { paletteText as text } from '../../text/texts.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Icon } from '../../ui/icon.tsx';
import { type GroupProps, useCommands, usePages, useThisTask } from './command-groups.tsx';
import { useAgentLines, usePromptLines, useTaskLines } from './found-groups.tsx';
import './palette.css';
import '../../ui/dialog.css';

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opens the sheet of keys. */
  onKeys: () => void;
  /** Saves all of a task as a file. */
  onExport: (taskId: string) => void;
}

/** Everything by its name; five of each kind. */
export function Palette({ open, onOpenChange, onKeys, onExport }: PaletteProps) {
  const returnFocus = useReturnFocus(open);
  const readOnly = onlyReads(useMe().data);
  const [words, setWords] = useState('');
  const [marked, setMarked] = useState('');
  const list = useRef<HTMLDivElement>(null);
  if (!open && words !== '') setWords('');
  const group = { words, close: () => onOpenChange(false) };
  return (
    <Dialog.Root onOpenChange={onOpenChange} open={open}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          className="floating palette column"
          {...returnFocus}
        >
          <Dialog.Title className="visually-hidden">{text.title}</Dialog.Title>
          <Command
            label={text.title}
            loop
            onValueChange={setMarked}
            shouldFilter={false}
            value={marked}
          >
            <div className="line-below palette-input row rigid muted">
              <Icon of={Search} />
              <Command.Input
                autoFocus
                className="bare-input"
                placeholder={text.placeholder}
                value={words}
                onValueChange={setWords}
              />
            </div>
            <FirstMarked list={list} onMark={setMarked} />
            <Command.List ref={list}>
              <Command.Empty>{text.none}</Command.Empty>
              <Groups {...group} onExport={onExport} onKeys={onKeys} readOnly={readOnly} />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface GroupsProps extends GroupProps {
  readOnly: boolean;
  onKeys: () => void;
  onExport: (taskId: string) => void;
}

/**
 * Commands and pages first, then questions, tasks, agents. Kinds of which only letters inside a word match come after all
 * others: who types "ra" looks for what begins so, and not for "Operators".
 */
function Groups({ readOnly, onKeys, onExport, ...given }: GroupsProps) {
  const groups = [
    useThisTask({ ...given, readOnly, onExport }),
    usePages(given),
    useCommands({ ...given, readOnly, onKeys }),
    ...usePromptLines(given),
    useTaskLines(given),
    useAgentLines(given),
  ].filter(({ lines }) => lines.length > 0);
  const inOrder = [
    ...groups.filter(({ begins }) => begins),
    ...groups.filter(({ begins }) => !begins),
  ];
  return inOrder.map(({ heading, lines }) => (
    <Command.Group key={heading} heading={heading}>
      {lines}
    </Command.Group>
  ));
}

/** The server's results arrive later than the text: if no other entry is selected, the first of them is. */
function FirstMarked({
  list,
  onMark,
}: {
  list: RefObject<HTMLDivElement | null>;
  onMark: (value: string) => void;
}) {
  const count = useCommandState((state) => state.filtered.count);
  useEffect(() => {
    if (count === 0 || list.current?.querySelector('[data-selected="true"]')) return;
    const first = list.current?.querySelector<HTMLElement>('[cmdk-item]');
    if (first?.dataset['value'] !== undefined) onMark(first.dataset['value']);
  }, [count, list, onMark]);
  return null;
}
