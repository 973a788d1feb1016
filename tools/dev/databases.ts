import pg from "pg";

/** The database that the service uses. */
export const LIVE = "atrium";
/** Database with the state at the start. */
export const START = "atrium_start";

const SNAPSHOT = "snapshot_";

/** Restores earlier states of the service's database. Each state is a copy of a whole database (PostgreSQL,
 *  Template Databases), which takes as long as copying its files. */
export class Databases {
  /** Statements run beside each other, so that background work delays no caller. */
  readonly #admin: pg.Pool;
  /** A copy of the start that is ready to become the service's database. */
  #spare: Promise<string>;
  #copies = 0;

  /** @param adminUrl the superuser's address */
  constructor(adminUrl: string) {
    this.#admin = new pg.Pool({ connectionString: adminUrl });
    // Its connections end with the server, whose end main.ts observes.
    this.#admin.on("error", () => {});
    this.#spare = this.#makeSpare();
  }

  /** Ends the connections, without waiting for a copy that is being made. */
  end(): void {
    void this.#admin.end();
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
    const spare = await this.#spare;
    const left = `left_${this.#copies}`;
    await this.#closed(LIVE, async () => {
      const [from, to] = [spare, left].map((name) => pg.escapeIdentifier(name));
      await this.#admin.query(`ALTER DATABASE ${LIVE} RENAME TO ${to}`);
      await this.#admin.query(`ALTER DATABASE ${from} RENAME TO ${LIVE}`);
    });
    this.#spare = this.#makeSpare();
    this.#admin.query(`DROP DATABASE ${pg.escapeIdentifier(left)} WITH (FORCE)`).catch(() => {});
  }

  #makeSpare(): Promise<string> {
    this.#copies += 1;
    const name = `spare_${this.#copies}`;
    const spare = this.#copy(START, name).then(() => name);
    // The next reset reports the error.
    spare.catch(() => {});
    return spare;
  }

  async snapshots(): Promise<string[]> {
    const { rows } = await this.#admin.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE datname LIKE 'snapshot\\_%' ORDER BY datname",
    );
    return rows.map(({ datname }) => datname.slice(SNAPSHOT.length));
  }

  async #copy(from: string, to: string): Promise<void> {
    const [source, target] = [from, to].map((name) => pg.escapeIdentifier(name));
    await this.#admin.query(`DROP DATABASE IF EXISTS ${target} WITH (FORCE)`);
    await this.#admin.query(
      `CREATE DATABASE ${target} TEMPLATE ${source} OWNER atrium_owner STRATEGY FILE_COPY`,
    );
  }

  /** Runs `work` while no client is connected to a database, so that it can be copied or renamed. */
  async #closed(name: string, work: () => Promise<void>): Promise<void> {
    const database = pg.escapeIdentifier(name);
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
