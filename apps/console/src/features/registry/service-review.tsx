import type { CheckedService } from '@countersign/api/registry';
import { diffValues } from '@countersign/json/diff';
import { memberOf } from '@countersign/json/json-object';
import { tokensOf } from '@countersign/json/json-pointer';
import { errorText } from '../../live/problem-text.ts';
import type { Action } from '../../live/use-action.ts';
import { registryText } from '../../text/registry.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { ActionDialog } from '../../ui/overlays/action-dialog.tsx';

const text = registryText.editor;

/** The value at a place; undefined = there is none. */
const valueAt = (document: unknown, path: string): unknown =>
  tokensOf(path).reduce<unknown>((value, token) => memberOf(value, token), document);

interface ServiceReviewProps {
  name: string;
  /** The service that is replaced. */
  id: string;
  checked: CheckedService;
  action: Action;
  onClose: () => void;
  replace: () => void;
}

/** What a full replacement changes, defaults included, before it is made. */
export function ServiceReview(props: ServiceReviewProps) {
  const { name, id, checked, action, onClose, replace } = props;
  const { health_status: _, ...after } = checked.after ?? {};
  const changes = diffValues(checked.before ?? {}, after);
  return (
    <ActionDialog
      act={replace}
      busy={action.busy}
      description={text.reviewDetail}
      onClose={onClose}
      title={text.reviewTitle(name)}
      wide
      yes={text.replace}
    >
      <div className="stack-wide">
        {checked.id === id ? null : <Banner tone="need">{text.moves}</Banner>}
        {changes.length === 0 ? (
          <p>{text.noChanges}</p>
        ) : (
          <table className="small data-table long-cells">
            <colgroup>
              <col />
              <col width="50%" />
              <col width="50%" />
            </colgroup>
            <thead>
              <tr>
                <th scope="col">{text.columns.member}</th>
                <th scope="col">{text.columns.before}</th>
                <th scope="col">{text.columns.after}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ op, path }) => (
                <tr key={`${op} ${path}`}>
                  <th scope="row">
                    <code>{tokensOf(path).map(visibleText).join(' › ')}</code>
                  </th>
                  <Value mark="−" of={valueAt(checked.before, path)} />
                  <Value mark="+" of={valueAt(after, path)} />
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {action.failure === null ? null : (
          <Banner role="alert" tone="fail">
            <b className="strong">{text.notReplaced}</b>
            <p className="small">{errorText(action.failure)}</p>
          </Banner>
        )}
      </div>
    </ActionDialog>
  );
}

function Value({ of, mark }: { of: unknown; mark: string }) {
  if (of === undefined || of === '' || of === null) {
    return <td className="muted">{text.absent}</td>;
  }
  return (
    <td>
      <code className="verbatim">
        {mark} {visibleText(JSON.stringify(of, null, 2))}
      </code>
    </td>
  );
}
