/** A table of an endpoint's object. It is made when the object starts, and again when it is emptied. */
export abstract class EndpointTable {
  protected readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.createTables();
  }

  abstract createTables(): void;
}
