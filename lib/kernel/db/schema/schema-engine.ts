import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { DatabaseError, Pool } from "pg";
import { startingWith } from "@/lib/kernel/db/connection-options";
import { DatabaseClient } from "@/lib/kernel/db/database-client";
import { isOutsideTransaction } from "./outside-transaction";
import { statementsOf } from "./sql-statements";

type PostgresAdapter = Awaited<ReturnType<PrismaPg["connect"]>>;
export type SchemaEngine = bindings.SchemaEngine;

/** The engine's package has one instance per process, into which timers of an earlier one call: so there is
 *  only one, however often this module is loaded. */
const INSTANCE = Symbol.for("schema-engine-wasm");
const loaded = globalThis as typeof globalThis & { [INSTANCE]?: Promise<void> };

/** Runs `work` with Prisma's own schema engine as WebAssembly: the native one is a download at first use,
 *  which a machine without that network cannot make. It uses the standard `_prisma_migrations` table, so that
 *  `prisma migrate deploy` continues to work for those who prefer it. */
export async function withSchemaEngine<T>(
  url: string,
  work: (engine: SchemaEngine) => Promise<T>,
  datamodels?: [path: string, content: string][],
): Promise<T> {
  loaded[INSTANCE] ??= instantiate();
  await loaded[INSTANCE];
  const pool = new Pool({
    connectionString: url,
    options: startingWith(),
    Client: DatabaseClient,
    connectionTimeoutMillis: 10_000,
  });
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(repaired(new PrismaPg(pool)));
    const engine = await bindings.SchemaEngine.new({ datamodels }, () => {}, factory);
    const result = await work(engine);
    engine.free();
    return result;
  } finally {
    await pool.end();
  }
}

async function instantiate(): Promise<void> {
  const require = createRequire(import.meta.url);
  const file = require
    .resolve("@prisma/schema-engine-wasm/schema_engine_bg")
    .replace(/\.js$/, ".wasm");
  const { instance } = await WebAssembly.instantiate(new Uint8Array(await readFile(file)), {
    "./schema_engine_bg.js": { ...bindings, ...idleTimers() },
  });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === "function") start();
  // The engine's last message before it aborts.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) },
  });
}

/** Imports whose timers don't keep the process alive: the engine leaves a timer of ten seconds behind. */
function idleTimers(): WebAssembly.ModuleImports {
  const names = Object.keys(bindings).filter((name) => name.startsWith("__wbg_setTimeout_"));
  const idle = (run: () => void, milliseconds: number) =>
    setTimeout(run, milliseconds >>> 0).unref();
  return Object.fromEntries(names.map((name) => [name, idle]));
}

/** Repairs two things that the adapter does not do as the engine expects. It rejects PostgreSQL's internal
 *  type `"char"`, in which the catalogue stores constraint kinds: those are queried as text. And it cuts
 *  scripts at every semicolon, also within function bodies: they are sent whole, which PostgreSQL runs as one
 *  transaction, except for a migration that is marked as unable to run in one. */
function repaired(factory: PrismaPg): SqlMigrationAwareDriverAdapterFactory {
  const repair = (adapter: PostgresAdapter): PostgresAdapter => {
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) =>
      asCharacters(await queryRaw({ ...query, sql: withTextForChar(query.sql) }));
    adapter.executeScript = async (script) => {
      const parts = isOutsideTransaction(script) ? statementsOf(script) : [script];
      for (const part of parts)
        await adapter.underlyingDriver().query(part).catch(rethrowForEngine);
    };
    return adapter;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => repair(await factory.connect()),
    connectToShadowDb: async () => repair(await factory.connectToShadowDb()),
  };
}

/** Wraps an error for the engine, which shows only errors in its own form; others lose their message. */
function rethrowForEngine(error: unknown): never {
  if (!(error instanceof DatabaseError)) throw error;
  throw new DriverAdapterError({
    kind: "postgres",
    code: error.code ?? "",
    severity: error.severity ?? "ERROR",
    message: error.message,
    detail: error.detail,
    column: error.column,
    hint: error.hint,
  });
}

const CHAR_COLUMNS = ["constraint_type", "confdeltype", "confupdtype"];

function withTextForChar(sql: string): string {
  return sql
    .replace("constr.contype AS", "constr.contype::text AS")
    .replace(/\bcon\.(confdeltype|confupdtype),/g, "con.$1::text,");
}

function asCharacters(result: SqlResultSet): SqlResultSet {
  const columnTypes = result.columnTypes.map((type, column) =>
    CHAR_COLUMNS.includes(result.columnNames[column] ?? "") ? ColumnTypeEnum.Character : type,
  );
  return { ...result, columnTypes };
}
