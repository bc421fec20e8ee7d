/** Another server has become the owner of the database: this one can write nothing any more, and has to end. */
export class StoreTakenError extends Error {
  constructor() {
    super('another server has taken over the database, and it can be used by one only');
    this.name = 'StoreTakenError';
  }
}
