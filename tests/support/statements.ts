import pg from "pg";
import { changeFeed } from "@/lib/kernel/db/change-feed";
import { jobSender } from "@/lib/kernel/jobs/job-store";

/** Every message with statements that this process sends to PostgreSQL while `work` runs, in order. Several
 *  statements in one message are one entry: what a request waits for is round trips. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  // A process that reports ready has read its queues.
  await jobSender();
  // Clears the caches first, so that each measurement starts alike.
  changeFeed.publish(null);
  const original = pg.Client.prototype.query;
  const listening = function (this: pg.Client, ...args: unknown[]) {
    const [query] = args;
    const shape = textOf(query).replace(
      /set_config\('atrium\.tenant_id', '[^']*'/,
      "set_config($1",
    );
    // The LISTEN of the change feed belongs to no request.
    if (!shape.startsWith("LISTEN")) sent.push(shape.replace(/\s+/g, " ").trim());
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

function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  const { text: own, statements } = Object(query) as {
    text?: string;
    statements?: { text: string }[];
  };
  return statements?.map(({ text }) => text).join("; ") ?? String(own);
}
