import { onlyReads } from '@countersign/desk/permissions';
import { useMatchRoute, useNavigate } from '@tanstack/react-router';
import { Command, useCommandState } from 'cmdk';
import {
  CirclePause,
  CirclePlay,
  CircleStop,
  Download,
  Keyboard,
  type LucideIcon,
  Plus,
  Search,
  SunMoon,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useAnsweredSearch, useOpenSearch } from '../../live/answered-search.ts';
import { useClient } from '../../live/client-context.tsx';
import { useAgents, useMe, useTasks } from '../../live/queries.ts';
import { usePrompts } from '../../live/queue-pages.ts';
import { paletteText as text } from '../../text/palette.ts';
import { askerName } from '../../text/sender-name.ts';
import { useTheme } from '../../theme/theme-mode.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { AgentLine, PromptLine, TaskLine } from './found.tsx';
import { places } from './places.ts';
import { type Findable, findBest, LISTED } from './rank.ts';
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

interface GroupProps {
  words: string;
  close: () => void;
}

/** Something that is done: found by its words as everything else. */
interface DoLine extends Findable {
  icon: LucideIcon;
  keys?: string;
  run: () => unknown;
  /** It asks for confirmation: the palette stays open. */
  stays?: boolean;
}

/** Everything by its name: commands and pages first, then questions, tasks, agents; five of each. */
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
                placeholder={text.placeholder}
                value={words}
                onValueChange={setWords}
              />
            </div>
            <FirstMarked list={list} onMark={setMarked} />
            <Command.List ref={list}>
              <Command.Empty>{text.none}</Command.Empty>
              <ThisTask {...group} onExport={onExport} readOnly={readOnly} />
              <Pages {...group} />
              <Commands {...group} onKeys={onKeys} readOnly={readOnly} />
              <Prompts {...group} />
              <Tasks {...group} />
              <Agents {...group} />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
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

/** A heading with its lines; none without them. */
function Group({ heading, children }: { heading: string; children: readonly ReactNode[] }) {
  return children.length === 0 ? null : <Command.Group heading={heading}>{children}</Command.Group>;
}

function DoLines({
  heading,
  lines,
  words,
  close,
}: GroupProps & { heading: string; lines: readonly DoLine[] }) {
  return (
    <Group heading={heading}>
      {findBest(lines, words, (line) => line).map(({ title, icon, keys, run, stays }) => (
        <Command.Item
          key={title}
          onSelect={() => {
            if (stays !== true) close();
            void run();
          }}
          value={`${heading} ${title}`}
        >
          <Icon of={icon} />
          {title}
          {keys === undefined ? null : (
            <span className="row-end">
              <Kbd keys={keys} />
            </span>
          )}
        </Command.Item>
      ))}
    </Group>
  );
}

function Pages(props: GroupProps) {
  const navigate = useNavigate();
  const lines = places.map(({ to, search = {}, ...line }) => ({
    ...line,
    run: () => navigate({ to, search }),
  }));
  return <DoLines {...props} heading={text.groups.go} lines={lines} />;
}

function Commands({
  onKeys,
  readOnly,
  ...props
}: GroupProps & { onKeys: () => void; readOnly: boolean }) {
  const navigate = useNavigate();
  const { toggle } = useTheme();
  const start: DoLine = {
    title: text.start,
    also: text.startAlso,
    icon: Plus,
    run: () => navigate({ to: '/tasks', search: { start: true } }),
  };
  const lines: readonly DoLine[] = [
    ...(readOnly ? [] : [start]),
    { title: text.theme, also: text.themeAlso, icon: SunMoon, run: toggle },
    { title: text.keys, also: text.keysAlso, icon: Keyboard, keys: '?', run: onKeys },
  ];
  return <DoLines {...props} heading={text.groups.do} lines={lines} />;
}

/** Control of the task on screen. Stopping asks for confirmation here too. */
function ThisTask({
  onExport,
  readOnly,
  ...props
}: GroupProps & { onExport: (taskId: string) => void; readOnly: boolean }) {
  const client = useClient();
  const match = useMatchRoute()({ to: '/tasks/$taskId' });
  const [sure, setSure] = useState(false);
  if (match === false) return null;
  const { taskId } = match;
  const control = (action: 'pause' | 'resume' | 'stop') => () =>
    client.outbox.control({ taskId, action });
  const controls: readonly DoLine[] = [
    { title: text.pause, also: [], icon: CirclePause, keys: 'h', run: control('pause') },
    { title: text.resume, also: [], icon: CirclePlay, run: control('resume') },
    sure
      ? { title: text.stopAgain, also: [], icon: CircleStop, run: control('stop') }
      : { title: text.stop, also: [], icon: CircleStop, run: () => setSure(true), stays: true },
  ];
  const lines: readonly DoLine[] = [
    ...(readOnly ? [] : controls),
    { title: text.export, also: text.exportAlso, icon: Download, run: () => onExport(taskId) },
  ];
  return <DoLines {...props} heading={text.groups.here} lines={lines} />;
}

function Prompts({ close, words }: GroupProps) {
  const navigate = useNavigate();
  const here = usePrompts().data ?? [];
  const open = here.filter((prompt) => prompt.state === 'open');
  const elsewhere = useOpenSearch(words);
  const answered = useAnsweredSearch(words);
  const go = (promptId: string) => () => {
    close();
    void navigate({ to: '/inbox/$promptId', params: { promptId } });
  };
  const found = findBest(open, words, (prompt) => ({
    title: prompt.ask,
    also: [askerName(prompt), prompt.taskTitle ?? '', prompt.id],
  }));
  // Additional results of the server: by text that rows do not contain, by the id of the source, or not read yet.
  const besides = elsewhere.filter(({ id }) => !found.some((prompt) => prompt.id === id));
  return (
    <>
      <Group heading={text.groups.prompts}>
        {[...found, ...besides].slice(0, LISTED).map((prompt) => (
          <PromptLine key={prompt.id} prompt={prompt} onSelect={go(prompt.id)} />
        ))}
      </Group>
      <Group heading={text.groups.answered}>
        {findBest(answered, '', ({ ask }) => ({ title: ask, also: [] })).map((prompt) => (
          <PromptLine key={prompt.id} prompt={prompt} onSelect={go(prompt.id)} />
        ))}
      </Group>
    </>
  );
}

function Tasks({ close, words }: GroupProps) {
  const navigate = useNavigate();
  const found = findBest(useTasks().data ?? [], words, (task) => ({
    title: task.title,
    also: [task.agentName, task.id, task.runId],
  }));
  return (
    <Group heading={text.groups.tasks}>
      {found.map((task) => (
        <TaskLine
          key={task.id}
          task={task}
          onSelect={() => {
            close();
            void navigate({ to: '/tasks/$taskId', params: { taskId: task.id } });
          }}
        />
      ))}
    </Group>
  );
}

/** Only when something is looked for: who goes to the agents goes to the page. */
function Agents({ close, words }: GroupProps) {
  const navigate = useNavigate();
  const agents = useAgents().data ?? [];
  if (words.trim() === '') return null;
  const found = findBest(agents, words, ({ name, id }) => ({ title: name, also: [id] }));
  return (
    <Group heading={text.groups.agents}>
      {found.map((agent) => (
        <AgentLine
          key={agent.id}
          agent={agent}
          onSelect={() => {
            close();
            void navigate({ to: '/agents/$agentId', params: { agentId: agent.id } });
          }}
        />
      ))}
    </Group>
  );
}
