import { useMatchRoute, useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import {
  Bot,
  CirclePause,
  CirclePlay,
  CircleStop,
  Inbox,
  Keyboard,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Plus,
  Search,
  Settings,
  SunMoon,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../live/client-context.tsx';
import { useMe, usePrompts, useTasks } from '../../live/queries.ts';
import { paletteText } from '../../text/palette.ts';
import { askerName } from '../../text/sender-name.ts';
import { useTheme } from '../../theme/theme-mode.ts';
import { Diamond, Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { TaskBadge } from '../../ui/task-badge.tsx';
import { standingOfTask } from '../../ui/task-face.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { visibleText } from '../../ui/visible-text.ts';
import './palette.css';

/** No more lines of a kind are listed at once; of more than these, those that have every word. */
const MAX_LISTED = 50;

function listed<T>(all: readonly T[], words: string, textOf: (each: T) => string): readonly T[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (all.length <= MAX_LISTED || wanted.length === 0) return all.slice(0, MAX_LISTED);
  const found = all.filter((each) => {
    const text = textOf(each).toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return found.slice(0, MAX_LISTED);
}

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opens the sheet of keys; without it the command is not offered. */
  onKeys?: () => void;
}

/** Everything by its name: pages, tasks, questions, commands. */
export function Palette({ open, onOpenChange, onKeys }: PaletteProps) {
  const navigate = useNavigate();
  const { toggle } = useTheme();
  const returnFocus = useReturnFocus(open);
  const readOnly = useMe().data?.role === 'viewer';
  const [words, setWords] = useState('');
  if (!open && words !== '') setWords('');
  const close = () => onOpenChange(false);
  const go = (act: () => unknown) => () => {
    close();
    void act();
  };
  return (
    <Dialog.Root onOpenChange={onOpenChange} open={open}>
      <Dialog.Portal>
        <Dialog.Overlay className="veil" />
        <Dialog.Content aria-describedby={undefined} className="pop palette" {...returnFocus}>
          <Dialog.Title className="sr">{paletteText.title}</Dialog.Title>
          <Command label={paletteText.title} loop>
            <div className="palette-i">
              <Icon of={Search} />
              <Command.Input
                autoFocus
                placeholder={paletteText.placeholder}
                value={words}
                onValueChange={setWords}
              />
            </div>
            <Command.List>
              <Command.Empty>{paletteText.none}</Command.Empty>
              {readOnly ? null : <ThisTask close={close} />}
              <Command.Group heading={paletteText.groups.go}>
                <Line icon={Inbox} keys="g i" onSelect={go(() => navigate({ to: '/inbox' }))}>
                  {paletteText.inbox}
                </Line>
                <Line icon={ListTodo} keys="g t" onSelect={go(() => navigate({ to: '/tasks' }))}>
                  {paletteText.tasks}
                </Line>
                <Line icon={Bot} keys="g a" onSelect={go(() => navigate({ to: '/agents' }))}>
                  {paletteText.agents}
                </Line>
                <Line icon={Settings} keys="g s" onSelect={go(() => navigate({ to: '/settings' }))}>
                  {paletteText.settings}
                </Line>
                <Line icon={ListChecks} onSelect={go(() => navigate({ to: '/settings/rules' }))}>
                  {paletteText.rules}
                </Line>
              </Command.Group>
              <Command.Group heading={paletteText.groups.do}>
                {readOnly ? null : (
                  <Line
                    icon={Plus}
                    onSelect={go(() => navigate({ to: '/tasks', search: { start: true } }))}
                  >
                    {paletteText.start}
                  </Line>
                )}
                <Line icon={SunMoon} onSelect={go(toggle)}>
                  {paletteText.theme}
                </Line>
                {onKeys === undefined ? null : (
                  <Line icon={Keyboard} keys="?" onSelect={go(onKeys)}>
                    {paletteText.keys}
                  </Line>
                )}
              </Command.Group>
              <Prompts close={close} words={words} />
              <Tasks close={close} words={words} />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Line({
  icon,
  keys,
  onSelect,
  children,
}: {
  icon: LucideIcon;
  keys?: string;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item onSelect={onSelect}>
      <Icon of={icon} />
      {children}
      {keys === undefined ? null : (
        <span className="end">
          <Kbd keys={keys} />
        </span>
      )}
    </Command.Item>
  );
}

/** Control of the task on screen. Stopping asks once more here too. */
function ThisTask({ close }: { close: () => void }) {
  const client = useClient();
  const match = useMatchRoute()({ to: '/tasks/$taskId' });
  const [sure, setSure] = useState(false);
  if (match === false) return null;
  const { taskId } = match;
  const control = (action: 'pause' | 'resume' | 'stop') => () => {
    client.outbox.control({ taskId, action });
    close();
  };
  return (
    <Command.Group heading={paletteText.groups.here}>
      <Line icon={CirclePause} onSelect={control('pause')}>
        {paletteText.pause}
      </Line>
      <Line icon={CirclePlay} onSelect={control('resume')}>
        {paletteText.resume}
      </Line>
      <Line icon={CircleStop} onSelect={sure ? control('stop') : () => setSure(true)}>
        {sure ? paletteText.stopAgain : paletteText.stop}
      </Line>
    </Command.Group>
  );
}

function Prompts({ close, words }: { close: () => void; words: string }) {
  const navigate = useNavigate();
  const open = (usePrompts().data ?? []).filter((prompt) => prompt.state === 'open');
  if (open.length === 0) return null;
  return (
    <Command.Group heading={paletteText.groups.prompts}>
      {listed(open, words, (prompt) =>
        [prompt.ask, askerName(prompt), prompt.taskTitle].join(' '),
      ).map((prompt) => (
        <Command.Item
          key={prompt.id}
          keywords={[prompt.ask, askerName(prompt), prompt.taskTitle]}
          onSelect={() => {
            close();
            void navigate({ to: '/inbox/$promptId', params: { promptId: prompt.id } });
          }}
          value={`prompt ${prompt.id}`}
        >
          <Diamond filled={prompt.blocking} />
          <span className="cut" dir="auto">
            {visibleText(prompt.ask)}
          </span>
          <span className="m cut" dir="auto">
            {visibleText(askerName(prompt))}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function Tasks({ close, words }: { close: () => void; words: string }) {
  const navigate = useNavigate();
  const tasks = useTasks().data ?? [];
  if (tasks.length === 0) return null;
  return (
    <Command.Group heading={paletteText.groups.tasks}>
      {listed(tasks, words, (task) => `${task.title} ${task.agentName}`).map((task) => (
        <Command.Item
          key={task.id}
          keywords={[task.title, task.agentName]}
          onSelect={() => {
            close();
            void navigate({ to: '/tasks/$taskId', params: { taskId: task.id } });
          }}
          value={`task ${task.id}`}
        >
          <Icon of={ListTodo} />
          <span className="cut" dir="auto">
            {visibleText(task.title)}
          </span>
          <span className="end">
            <TaskBadge standing={standingOfTask(task)} />
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
