import pg from "pg";
import sqlTemplate, { type RawValue, raw, Sql } from "sql-template-tag";
import type { TenantScope } from "@/lib/kernel/caller";

export { empty, join } from "sql-template-tag";
export type { Sql };

/** Composes a part of a statement: `sql`, `join`, `identifier`, `literal` and `empty` nest inside `read`,
 *  `write` and `lock`. A value becomes the text of a statement by these alone
 *  (tools/layers/sql-texts.ts). */
export const sql = sqlTemplate;

/** Quotes the name of a table or column as a part of a statement. */
export const identifier = (name: string): Sql => raw(pg.escapeIdentifier(name));

/** Puts a value into a statement's text, where a parameter would do worse: the planner finds no partial index
 *  by one. */
export const literal = (value: string): Sql => raw(pg.escapeLiteral(value));

/** Returns a statement as one text, with its values as literals: COPY takes no parameters.
 *  @throws TypeError for a value that is no text */
export function inlined({ strings, values }: Sql): string {
  return strings.reduce((text, next, at) => {
    const value = values[at - 1];
    if (typeof value !== "string") throw new TypeError("Only texts are written as literals");
    return text + pg.escapeLiteral(value) + next;
  });
}

/** Locking behaviour of a statement. `read` waits for nothing; `write` ends by waiting for the disk; `lock`
 *  may wait for a row's lock, so it never travels on a shared connection. */
export type StatementKind = "read" | "write" | "lock";

/** One SQL statement with its values. `Row` is the type of a row: columns in camelCase, `bigint` as number,
 *  `timestamptz` as Date, `json` parsed. */
export interface Statement<Row extends object = object> {
  readonly kind: StatementKind;
  /** With $1, $2, … for the values. */
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether PostgreSQL caches its plan in transactions too. */
  readonly isPlanCached?: boolean;
  /** Never set: a type for the compiler only. */
  readonly row?: Row;
}

/** PostgreSQL's answer to one statement. */
export interface Answer<Row extends object = object> {
  rows: Row[];
  /** Number of rows returned or changed. */
  count: number;
}

/** A statement that only reads and waits for no lock. */
export const read = statementTag("read");
/** A statement that adds, changes or deletes rows that hardly any other transaction locks. */
export const write = statementTag("write");
/** A statement that locks rows, or changes rows that others may have locked: it may have to wait for them. */
export const lock = statementTag("lock");

/** Has PostgreSQL cache the plan of a statement with its connection: for one so large that planning costs
 *  more than running it, and that runs often. The plan is for any values: write the statement so that it
 *  needs no others, and have it planned generically (`plan_cache_mode`). Only transactions need this;
 *  statements of a batch are cached anyway. */
export function withCachedPlan<Row extends object>(statement: Statement<Row>): Statement<Row> {
  return { ...statement, isPlanCached: true };
}

/** Texts of templates whose parts never vary: composing one again costs more than a lookup. */
const texts = new WeakMap<readonly string[], { parts: readonly Sql[]; text: string }>();

function statementTag(kind: StatementKind) {
  return <Row extends object = object>(
    strings: readonly string[],
    ...args: readonly (RawValue | Sql)[]
  ): Statement<Row> => {
    const known = texts.get(strings);
    if (known && isMadeOf(args, known.parts))
      return { kind, text: known.text, values: args.filter((one) => !(one instanceof Sql)) };
    const { text, values } = sqlTemplate(strings, ...args);
    const parts = args.filter((one) => one instanceof Sql);
    if (parts.every((part) => part.values.length === 0)) texts.set(strings, { parts, text });
    return { kind, text, values };
  };
}

/** Whether the values contain exactly these parts of a statement, in this order. */
function isMadeOf(args: readonly unknown[], parts: readonly Sql[]): boolean {
  let at = 0;
  for (const one of args) if (one instanceof Sql && one !== parts[at++]) return false;
  return at === parts.length;
}

/** Runs statements that only read, for one tenant's environment, maybe on a replica. A store function that
 *  takes this may run on a replica; for one that takes a `Queryable` the compiler refuses it. */
export interface LateQueryable extends TenantScope {
  /** Returns the rows of a statement. */
  query<Row extends object>(statement: Statement<Row>): Promise<Row[]>;
  /** Returns the first row of a statement; null when there is none. */
  first<Row extends object>(statement: Statement<Row>): Promise<Row | null>;
}

/** Runs statements before the tenant is known: row-level security shows no tenant's rows, and only the
 *  functions that resolve the caller (`atrium_resolve_…`) answer. */
export abstract class UnscopedQueryable {
  /** Runs one statement.
   *  @throws DatabaseError when PostgreSQL refuses it */
  abstract answer<Row extends object>(statement: Statement<Row>): Promise<Answer<Row>>;

  /** Returns the rows of a statement. */
  async query<Row extends object>(statement: Statement<Row>): Promise<Row[]> {
    return (await this.answer(statement)).rows;
  }

  /** Returns the first row of a statement; null when there is none. */
  async first<Row extends object>(statement: Statement<Row>): Promise<Row | null> {
    return (await this.answer(statement)).rows[0] ?? null;
  }

  /** Runs a statement for its effect.
   *  @returns how many rows it changed */
  async execute(statement: Statement): Promise<number> {
    return (await this.answer(statement)).count;
  }
}

/** Runs statements for one tenant's environment: row-level security shows and accepts only that tenant's
 *  rows. Every store function takes one first, and its caller chooses how statements travel: in a transaction
 *  (`inTransaction`), or several in one message (`inBatch`). */
export abstract class Queryable extends UnscopedQueryable implements TenantScope {
  readonly tenantId: string;
  readonly environmentId: string;

  constructor({ tenantId, environmentId }: TenantScope) {
    super();
    this.tenantId = tenantId;
    this.environmentId = environmentId;
  }

  /** Returns the same for another environment of the tenant. */
  inEnvironment(environmentId: string): Queryable {
    return new OtherEnvironment(this, environmentId);
  }
}

class OtherEnvironment extends Queryable {
  readonly #of: Queryable;

  constructor(of: Queryable, environmentId: string) {
    super({ tenantId: of.tenantId, environmentId });
    this.#of = of;
  }

  answer<Row extends object>(statement: Statement<Row>): Promise<Answer<Row>> {
    return this.#of.answer(statement);
  }
}
