import type { Decider } from '@countersign/api/prompt';
import { deciderText as words } from '../texts.ts';
import { visibleText } from '../visible-text.ts';

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
