import pg from "pg";

/** Every statement this process sends to PostgreSQL while `work` runs, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const original = pg.Client.prototype.query;
  const listening = function (this: pg.Client, ...args: unknown[]) {
    const [query] = args;
    const text = typeof query === "string" ? query : Reflect.get(Object(query), "text");
    const shape = String(text).replace(/set_config\('atrium\.tenant_id', '[^']*'/, "set_config($1");
    sent.push(shape.replace(/\s+/g, " ").trim());
    return Reflect.apply(original, this, args);
  };
  Reflect.set(pg.Client.prototype, "query", listening);
  try {
    await work();
  } finally {
    Reflect.set(pg.Client.prototype, "query", original);
  }
  return sent;
}
