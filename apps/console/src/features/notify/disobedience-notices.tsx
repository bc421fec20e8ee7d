import { controlFactSchema } from '@countersign/api/fact';
import { customName } from '@countersign/hai/event';
import { useEffect, useRef } from 'react';
import { useClient } from '../../live/session/client-context.tsx';
import { obedienceText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useNotifySettings } from './notify-context.tsx';
import { usePermission } from './permission.ts';

/** A notice of the browser for each stop or pause that an agent does not follow, while the console is out of view. Renders nothing. */
export function DisobedienceNotices({ onOpen }: { onOpen: (taskId: string) => void }) {
  const client = useClient();
  const permission = usePermission();
  const [settings] = useNotifySettings();
  const isOn = settings.on && permission === 'granted';
  const latest = useRef({ isOn, onOpen });
  useEffect(() => {
    latest.current = { isOn, onOpen };
  });
  useEffect(() => {
    const show = async (taskId: string, controlId: string) => {
      const task = await client.api.getTask(taskId);
      // Tabs that show the same notice replace it: it is named for the request.
      const options = { body: text.noticeBody, tag: `countersign:${controlId}` };
      const notice = new Notification(text.notice(visibleText(task.agentName)), options);
      notice.onclick = () => {
        window.focus();
        notice.close();
        latest.current.onOpen(taskId);
      };
    };
    return client.onFact(({ event }) => {
      if (event.type !== 'CUSTOM' || event.name !== customName.serverControl) return;
      const fact = controlFactSchema.safeParse(event.value);
      if (!fact.success || fact.data.change !== 'not-obeyed') return;
      if (!latest.current.isOn || document.hasFocus()) return;
      const { taskId, id } = fact.data.control;
      // Some phones have the name but not the constructor.
      void show(taskId, id).catch(() => {});
    });
  }, [client]);
  return null;
}
