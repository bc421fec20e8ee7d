import type { Task } from '@countersign/api/task';
import { useQuery } from '@tanstack/react-query';
import { useMatchRoute, useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import {
  CirclePause,
  CirclePlay,
  CircleStop,
  Download,
  Keyboard,
  type LucideIcon,
  Plus,
  SunMoon,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Action, controllable, refusal } from '../../live/control-request.ts';
import { queryKeys } from '../../live/query-keys.ts';
import { useHasPart } from '../../live/server-parts.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { paletteText as text } from '../../text/texts.ts';
import { useTheme } from '../../theme/theme-mode.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { places } from './places.ts';
import { beginsAWord, type Findable, findBest } from './rank.ts';

export interface GroupProps {
  words: string;
  close: () => void;
}

/** What was found of one kind. */
export interface FoundGroup {
  heading: string;
  lines: readonly ReactNode[];
  /** At least one has the searched words as words of its own or as their beginnings. */
  begins: boolean;
}

/** Something that is done: found by its words as everything else. */
interface DoLine extends Findable {
  icon: LucideIcon;
  keys?: string;
  run: () => unknown;
  /** It asks for confirmation: the palette stays open. */
  stays?: boolean;
}

const actions: readonly Action[] = ['pause', 'resume', 'stop'];

interface DoProps extends GroupProps {
  heading: string;
  all: readonly DoLine[];
}

function doGroup({ heading, all, words, close }: DoProps): FoundGroup {
  const found = findBest(all, words, (line) => line);
  return {
    heading,
    begins: found.some((line) => beginsAWord(line, words)),
    lines: found.map(({ title, icon, keys, run, stays }) => (
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
          <span className="row-end row-inline-tight to-end">
            <Kbd keys={keys} />
          </span>
        )}
      </Command.Item>
    )),
  };
}

export function usePages(given: GroupProps): FoundGroup {
  const navigate = useNavigate();
  const hasPart = useHasPart();
  const there = places.filter(({ part }) => hasPart(part));
  const all = there.map(({ to, search = {}, params = { view: '' }, ...line }) => ({
    ...line,
    run: () => navigate({ to, search, params }),
  }));
  return doGroup({ ...given, heading: text.groups.go, all });
}

export function useCommands({
  onKeys,
  readOnly,
  ...given
}: GroupProps & { onKeys: () => void; readOnly: boolean }): FoundGroup {
  const navigate = useNavigate();
  const { toggle } = useTheme();
  const start: DoLine = {
    title: text.start,
    also: text.startAlso,
    icon: Plus,
    run: () => navigate({ to: '/tasks', search: { start: true } }),
  };
  const csv = document.querySelector<HTMLElement>('[data-save-csv]');
  const save: DoLine = {
    title: text.csv,
    also: text.csvAlso,
    icon: Download,
    run: () => csv?.click(),
  };
  const all: readonly DoLine[] = [
    ...(readOnly ? [] : [start]),
    ...(csv === null ? [] : [save]),
    { title: text.theme, also: text.themeAlso, icon: SunMoon, run: toggle },
    { title: text.keys, also: text.keysAlso, icon: Keyboard, keys: '?', run: onKeys },
  ];
  return doGroup({ ...given, heading: text.groups.do, all });
}

/** Control of the task on screen, as far as it can be asked for now. Stopping asks for confirmation here too. */
export function useThisTask({
  onExport,
  readOnly,
  ...given
}: GroupProps & { onExport: (taskId: string) => void; readOnly: boolean }): FoundGroup {
  const client = useClient();
  const match = useMatchRoute()({ to: '/tasks/$taskId' });
  const [sure, setSure] = useState(false);
  const heading = text.groups.here;
  const taskId = match === false ? '' : match.taskId;
  // Kept by the page of the task, below the palette.
  const task = useQuery<Task>({ queryKey: queryKeys.task(taskId), enabled: false }).data;
  if (match === false) return { heading, lines: [], begins: false };
  const control = (action: Action) => () => client.outbox.control({ taskId, action });
  const controls: Readonly<Record<Action, DoLine>> = {
    pause: { title: text.pause, also: [], icon: CirclePause, keys: 'h', run: control('pause') },
    resume: { title: text.resume, also: [], icon: CirclePlay, keys: 'h', run: control('resume') },
    stop: sure
      ? { title: text.stopAgain, also: [], icon: CircleStop, run: control('stop') }
      : { title: text.stop, also: [], icon: CircleStop, run: () => setSure(true), stays: true },
  };
  const possible =
    task === undefined || readOnly
      ? []
      : actions.filter((action) => refusal(action, controllable(task)) === null);
  const all: readonly DoLine[] = [
    ...possible.map((action) => controls[action]),
    { title: text.export, also: text.exportAlso, icon: Download, run: () => onExport(taskId) },
  ];
  return doGroup({ ...given, heading, all });
}
