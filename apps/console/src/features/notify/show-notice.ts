import { askerName } from '../../text/sender-name.ts';
import { askText } from '../../text/statements/asked-words.ts';
import { notifyText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { Notice } from './notifier.ts';
import type { NotifySettings } from './notify-settings.ts';

/** The text of a notice: the agent's question only if the operator has chosen that. */
export function noticeText(
  notice: Notice,
  words: NotifySettings['words'],
): { title: string; body: string } {
  if (notice.kind === 'many') return { title: text.product, body: text.many(notice.count) };
  if (words === 'plain') return { title: text.product, body: text.plain };
  const { prompt } = notice;
  return {
    title: text.asks(visibleText(askerName(prompt))),
    body: visibleText(askText(prompt)),
  };
}

/**
 * Shows a notice of the browser. A press on it focuses the tab and opens the prompt; nothing can be decided from it. Returns the
 * function that removes it.
 */
export function showNotice(
  notice: Notice,
  words: NotifySettings['words'],
  onOpen: (promptId: string | null) => void,
): () => void {
  const { title, body } = noticeText(notice, words);
  const promptId = notice.kind === 'one' ? notice.prompt.id : null;
  const tag = `countersign:${promptId ?? 'many'}`;
  try {
    // `renotify` is missing from the types, as it is from some browsers.
    const options: NotificationOptions & { renotify: boolean } = {
      body,
      tag,
      renotify: true,
      silent: true,
      icon: '/favicon.svg',
    };
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
      onOpen(promptId);
    };
    return () => shown.close();
  } catch {
    // Some phones have the name but not the constructor.
    return () => {};
  }
}
