import { extensionPoint } from '@countersign/server/extension-point';

/** What other parts do when something happens to an operator, outside of the transaction. */
export interface PeopleExtension {
  /** May not work any more. */
  left(operatorId: string): void;
}
export const peopleExtensions = extensionPoint<PeopleExtension>();
