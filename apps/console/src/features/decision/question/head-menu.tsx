import { Ellipsis } from 'lucide-react';
import { usePromptActions } from '../../../live/prompts/prompt-actions.ts';
import { useAction } from '../../../live/use-action.ts';
import { originText, peopleText, decisionTimeText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx';
import type { Answer } from '../compose/use-answer.ts';

/** Further actions on an open prompt, also those that the head has no space for. */
export function HeadMenu({ answer, onSnooze }: { answer: Answer; onSnooze: () => void }) {
  const { prompt, holding, viewer } = answer;
  const { wake, dismissTool } = usePromptActions(prompt.id);
  const { toolName } = prompt.source;
  const action = useAction();
  if (viewer || prompt.state !== 'open') return null;
  return (
    <Menu trigger={<IconButton label={peopleText.moreActions} icon={Ellipsis} />}>
      <MenuItem onSelect={onSnooze}>
        {text.snooze}
        <Kbd keys="s" />
      </MenuItem>
      {prompt.snooze !== null && (
        <MenuItem onSelect={() => void action.run(wake)}>{text.wake}</MenuItem>
      )}
      {prompt.origin.answeredBy === 'result' && toolName !== null && (
        <MenuItem onSelect={() => void action.run(dismissTool)}>
          {originText.dismissTool(visibleText(toolName))}
        </MenuItem>
      )}
      {holding.holder === 'me' && (
        <MenuItem onSelect={holding.release}>{peopleText.release}</MenuItem>
      )}
      {holding.holder === 'other' && prompt.claim?.takeOver === null && (
        <MenuItem onSelect={() => void holding.action.run(holding.claims.ask)}>
          {peopleText.ask}
        </MenuItem>
      )}
    </Menu>
  );
}
