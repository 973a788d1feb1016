import pg from "pg";

/** The database that the service uses. */
export const LIVE = "atrium";
/** Database with the state at the start. */
export const START = "atrium_start";

const SNAPSHOT = "snapshot_";

/** Restores earlier states of the service's database. Each state is a copy of a whole database (PostgreSQL,
 *  Template Databases), which takes as long as copying its files. */
export class Databases {
  readonly #admin: pg.Client;
  /** Connection for background work, which delays nothing on the other one. */
  readonly #background: pg.Client;
  /** A copy of the start that is ready to become the service's database. */
  #spare: Promise<string> | undefined;
  #copies = 0;

  /** @param adminUrl the superuser's address */
  constructor(adminUrl: string) {
    this.#admin = new pg.Client({ connectionString: adminUrl });
    this.#background = new pg.Client({ connectionString: adminUrl });
    // Such a connection ends with the server, whose end main.ts observes.
    for (const client of [this.#admin, this.#background]) client.on("error", () => {});
  }

  async open(): Promise<void> {
    await Promise.all([this.#admin.connect(), this.#background.connect()]);
    this.#spare = this.#makeSpare();
    this.#spare.catch(() => {});
  }

  async end(): Promise<void> {
    await Promise.all(
      [this.#admin, this.#background].map((client) => client.end().catch(() => {})),
    );
  }

  /** Saves the present database under a name, and replaces a snapshot of that name. */
  async snapshot(name: string): Promise<void> {
    await this.#closed(LIVE, () => this.#copy(LIVE, `${SNAPSHOT}${name}`));
  }

  /** Restores a snapshot.
   *  @returns false when there is none of that name */
  async restore(name: string): Promise<boolean> {
    if (!(await this.snapshots()).includes(name)) return false;
    await this.#copy(`${SNAPSHOT}${name}`, LIVE);
    return true;
  }

  /** Restores the state at the start. The copy was made beforehand, and the next one is made afterwards, so
   *  that no caller waits for either. */
  async reset(): Promise<void> {
    const spare = await (this.#spare ?? this.#makeSpare());
    const left = `left_${this.#copies}`;
    await this.#closed(LIVE, async () => {
      const [from, to] = [spare, left].map((name) => this.#admin.escapeIdentifier(name));
      await this.#admin.query(`ALTER DATABASE ${LIVE} RENAME TO ${to}`);
      await this.#admin.query(`ALTER DATABASE ${from} RENAME TO ${LIVE}`);
    });
    this.#spare = this.#makeSpare();
    // The next reset reports the error.
    this.#spare.catch(() => {});
    this.#background
      .query(`DROP DATABASE ${this.#background.escapeIdentifier(left)} WITH (FORCE)`)
      .catch(() => {});
  }

  #makeSpare(): Promise<string> {
    this.#copies += 1;
    const name = `spare_${this.#copies}`;
    return this.#copy(START, name, this.#background).then(() => name);
  }

  async snapshots(): Promise<string[]> {
    const { rows } = await this.#admin.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE datname LIKE 'snapshot\\_%' ORDER BY datname",
    );
    return rows.map(({ datname }) => datname.slice(SNAPSHOT.length));
  }

  async #copy(from: string, to: string, by = this.#admin): Promise<void> {
    const [source, target] = [from, to].map((name) => by.escapeIdentifier(name));
    await by.query(`DROP DATABASE IF EXISTS ${target} WITH (FORCE)`);
    await by.query(
      `CREATE DATABASE ${target} TEMPLATE ${source} OWNER atrium_owner STRATEGY FILE_COPY`,
    );
  }

  /** Runs `work` while no client is connected to a database, so that it can be copied or renamed. */
  async #closed(name: string, work: () => Promise<void>): Promise<void> {
    const database = this.#admin.escapeIdentifier(name);
    await this.#admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    try {
      await this.#admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
        [name],
      );
      await work();
    } finally {
      await this.#admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    }
  }
}
