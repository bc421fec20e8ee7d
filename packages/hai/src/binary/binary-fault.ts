/** What is wrong with a binary frame; the stream continues with the next one. */
export class BinaryFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BinaryFault';
  }
}
