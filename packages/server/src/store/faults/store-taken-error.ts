/** Another server has taken over what this one was doing: this one writes nothing more for it, and has to end. */
export class StoreTakenError extends Error {
  constructor() {
    super('another server has taken over the duty of this one');
    this.name = 'StoreTakenError';
  }
}
