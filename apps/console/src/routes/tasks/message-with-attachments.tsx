import type { Task } from '@countersign/api/task';
import { MessageDialog } from '../../features/tasks/message-dialog.tsx';
import { useAgents, useTasks } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useKeyedRequest } from '../../live/use-keyed-request.ts';
import { useRoute } from '../../live/use-route.ts';
import { locale } from '../../text/locale.ts';
import { visibleText } from '../../text/visible-text.ts';
import { attachableOf } from './attachable.ts';

interface MessageWithAttachmentsProps {
  task: Pick<Task, 'id' | 'agentId' | 'agentName'>;
  /** What has been written already. */
  text: string;
  onClose: () => void;
  onSent: () => void;
}

/** Sends a message with attachments. Not by the outbox: what is attached is too large for the storage of a browser. */
export function MessageWithAttachments(props: MessageWithAttachmentsProps) {
  const { task, text, onClose, onSent } = props;
  const client = useClient();
  const keyed = useKeyedRequest();
  const protocols = useRoute('GET /api/protocols', {}).data?.items ?? [];
  const protocol = useAgents().data?.find(({ id }) => id === task.agentId)?.protocol;
  const takesFiles = protocols.some(
    ({ id, attachments }) => id === protocol && attachments.includes('file'),
  );
  return (
    <MessageDialog
      agentName={visibleText(task.agentName)}
      onClose={onClose}
      send={async (message) => {
        await keyed(message, (idempotencyKey) =>
          client.api.createMessage(task.id, { ...message, language: locale(), idempotencyKey }),
        );
        onSent();
      }}
      takesFiles={takesFiles}
      tasks={attachableOf(useTasks().data)}
      text={text}
    />
  );
}
