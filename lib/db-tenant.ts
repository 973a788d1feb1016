import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { singleton } from "@/lib/singleton";

const beginning = singleton("beginning-as", () => new AsyncLocalStorage<string | undefined>());
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Runs what begins a transaction so that its BEGIN binds it to the tenant, in the same message: one round
 *  trip and one statement less. Were the tenant lost on the way, row-level security would show nothing.
 *  @throws Error when the id is none, which would be a bug */
export function beginningAs<T>(tenantId: string, begin: () => Promise<T>): Promise<T> {
  // It goes into the text of a statement: several in one message take no parameters.
  if (!UUID.test(tenantId)) throw new Error("A tenant id that is no UUID");
  return beginning.run(tenantId, begin);
}

/** Runs what begins a transaction that is bound later, whatever it was called from. */
export function beginningUnbound<T>(begin: () => Promise<T>): Promise<T> {
  return beginning.run(undefined, begin);
}

/** The pool as Prisma's adapter gets it: a connection that is taken for a transaction learns the tenant. */
export function tenantBindingPool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    const connection = await pool.connect();
    const tenantId = beginning.getStore();
    if (tenantId !== undefined) bindAtBegin(connection, tenantId);
    return connection;
  };
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === "connect") return connect;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Extends the next statement, which is BEGIN, and that one alone. `true` keeps the setting to the
 *  transaction, so that the connection goes back to the pool without it. */
function bindAtBegin(connection: pg.PoolClient, tenantId: string): void {
  const once = (statement: { text: string }, ...rest: unknown[]) => {
    Reflect.deleteProperty(connection, "query");
    if (statement.text !== "BEGIN") throw new Error("A transaction that does not begin with BEGIN");
    const text = `BEGIN; SELECT set_config('atrium.tenant_id', '${tenantId}', true)`;
    return Reflect.apply(connection.query, connection, [{ ...statement, text }, ...rest]);
  };
  Reflect.set(connection, "query", once);
}
