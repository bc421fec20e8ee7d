import type { Task } from '@countersign/api/task';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { wallText as words } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Input } from '../../ui/input.tsx';
import { faceOfTask } from '../../ui/marks/task-appearance.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { MAX_TILES } from './choose-tiles.ts';
import { FaceMark } from './summary.tsx';

const MAX_LISTED = 50;

interface ChooseMenuProps {
  /** The most pressing first. */
  tasks: readonly Task[];
  pinned: readonly string[];
  onPin: (taskId: string) => void;
  onUnpinAll: () => void;
}

/** Chooses which tasks keep a tile. */
export function ChooseMenu({ tasks, pinned, onPin, onUnpinAll }: ChooseMenuProps) {
  const [find, setFind] = useState('');
  const wanted = find.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tasks.filter(({ title, agentName }) =>
    wanted.every((word) => `${title} ${agentName}`.toLowerCase().includes(word)),
  );
  const isPinned = new Set(pinned);
  return (
    <Popover
      label={words.choose}
      trigger={
        <Button className={pinned.length > 0 ? 'is-active' : undefined} icon={ListFilter}>
          {words.choose}
          {pinned.length > 0 ? <span className="tabular">{pinned.length}</span> : null}
        </Button>
      }
    >
      <div className="wall-choose stack">
        <p className="small muted">{words.chooseHint(MAX_TILES)}</p>
        <Input
          aria-label={words.chooseFind}
          onChange={(event) => setFind(event.target.value)}
          placeholder={words.chooseFind}
          type="search"
          value={find}
        />
        <ul className="scrolls">
          {found.slice(0, MAX_LISTED).map((task) => (
            <li key={task.id}>
              <Checkbox
                checked={isPinned.has(task.id)}
                disabled={!isPinned.has(task.id) && pinned.length >= MAX_TILES}
                label={
                  <span className="row-tight">
                    <FaceMark face={faceOfTask(task)} />
                    <span className="truncate" dir="auto" lang="">
                      {visibleText(task.title || words.untitled)}
                    </span>
                  </span>
                }
                onChange={() => onPin(task.id)}
              />
            </li>
          ))}
        </ul>
        {found.length === 0 ? <p className="muted">{words.chooseNone}</p> : null}
        <Button disabled={pinned.length === 0} onClick={onUnpinAll} small>
          {words.unpin}
        </Button>
      </div>
    </Popover>
  );
}
