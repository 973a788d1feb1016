import { readFileSync } from "node:fs";
import { withClient } from "@/tools/postgres/with-client";

/** Returns the id of PostgreSQL's main process. */
export async function postmaster(adminUrl: string): Promise<number> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const stat = readFileSync(`/proc/${rows[0]?.pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  });
}
