import type { Decider } from '@countersign/api/prompt';
import { messages } from './messages.ts';
import { visibleText } from './visible-text.ts';

const { deciderText: words } = messages().decider;

type By = Pick<Decider, 'kind' | 'id' | 'name'>;

/** Who answered, the same everywhere: an operator's name (`You` for `meId`), a default, or `Rule <name>`. */
export function deciderName(by: By, meId: string | null = null): string {
  switch (by.kind) {
    case 'operator':
      return by.id === meId ? words.you : visibleText(by.name);
    case 'rule':
      return words.rule(visibleText(by.name));
    case 'default':
      return words.default;
    case 'escalation':
      return words.escalation;
  }
}
