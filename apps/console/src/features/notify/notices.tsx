import { useEffect, useMemo, useRef } from 'react';
import { browserStorage } from '../../live/session/browser-ports.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { readNotified, writeNotified } from './notified.ts';
import { createNotifier, type NotifierState } from './notifier.ts';
import { useNotifySettings } from './notify-context.tsx';
import { usePermission } from './permission.ts';
import { showNotice } from './show-notice.ts';
import { joinTabs } from './tabs.ts';
import { playTone } from './tone.ts';
import { useUnseen } from './use-unseen.ts';

interface NoticesProps {
  /** Whose notices they are. */
  owner: string;
  /** A notice was pressed; null = it was for several. */
  onOpen: (promptId: string | null) => void;
}

/** Notifies of unseen questions while the console is out of view. Renders nothing. */
export function Notices({ owner, onOpen }: NoticesProps) {
  const client = useClient();
  const unseen = useUnseen();
  const permission = usePermission();
  const [settings] = useNotifySettings();
  const latest = useRef({ onOpen, settings });
  useEffect(() => {
    latest.current = { onOpen, settings };
  });
  const wishes = useMemo(
    () => ({ unseen, settings: { ...settings, on: settings.on && permission === 'granted' } }),
    [unseen, settings, permission],
  );
  const engine = useRef<{ update: () => void } | null>(null);
  const current = useRef<Pick<NotifierState, 'unseen' | 'settings'>>(wishes);
  useEffect(() => {
    const tabs = joinTabs(client.tab, owner);
    const storage = browserStorage() ?? null;
    const notifier = createNotifier({
      now: () => Date.now(),
      schedule(run, delayMs) {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
      show: (notice) =>
        showNotice(notice, latest.current.settings.words, (id) => latest.current.onOpen(id)),
      tone: playTone,
      readNotified: () => readNotified(storage, owner),
      writeNotified: (reported) => writeNotified(storage, owner, reported),
    });
    const update = () =>
      notifier.update({ ...current.current, leads: tabs.leads(), looking: tabs.looking() });
    engine.current = { update };
    const undo = tabs.subscribe(update);
    update();
    return () => {
      undo();
      engine.current = null;
      notifier.close();
      tabs.close();
    };
  }, [client, owner]);
  useEffect(() => {
    current.current = wishes;
    engine.current?.update();
  }, [wishes]);
  return null;
}
