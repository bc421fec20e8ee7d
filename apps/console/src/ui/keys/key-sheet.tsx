import { keysText } from '../../text/keys.ts';
import { Dialog } from '../dialog.tsx';
import { Kbd } from '../kbd.tsx';
import { useKeyScopes } from './keys.tsx';
import './key-sheet.css';

/** `?`: the keys that act here and now, by scope. */
export function KeySheet({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const scopes = useKeyScopes();
  const names = [...new Set(scopes.map((scope) => scope.name))];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={keysText.title}
      description={keysText.rule}
    >
      <div className="keys">
        {names.map((name) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {scopes
                .filter((scope) => scope.name === name)
                .flatMap((scope) => scope.bindings)
                .filter((binding) => binding.hidden !== true)
                .map((binding) => (
                  <div key={`${binding.keys}${binding.label}`}>
                    <dt>
                      <span className="sr">{binding.keys}</span>
                      <Kbd keys={binding.keys} />
                    </dt>
                    <dd>{binding.label}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
