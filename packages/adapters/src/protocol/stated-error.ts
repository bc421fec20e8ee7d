import type { WrittenStatement } from '@countersign/json/statement';
import type { WireFailure } from './wire.ts';

/** Why what an agent says about itself cannot be used: in English, and as data for readers of other languages. */
export class StatedError extends Error implements WireFailure {
  readonly said: WrittenStatement;

  constructor(said: WrittenStatement) {
    super(said.text);
    this.name = 'StatedError';
    this.said = said;
  }
}
