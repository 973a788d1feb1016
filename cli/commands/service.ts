import { userInfo } from "node:os";
import { type Actor, noRequest, type RequestContext } from "@/lib/kernel/caller";

/** Actor of the command line: the operator, by the name of their account on the machine. */
export function commandLineCaller(): { actor: Actor; context: RequestContext } {
  return {
    actor: { type: "operator", id: "command-line", name: accountName() },
    context: noRequest,
  };
}

/** Containers run under user ids that have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `account ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Runs `work` with the service's database and its keys opened, and closes the connections, so that the
 *  process can end. Parts of the service are imported within: `--help` needs no database. */
export function withService<T>(work: () => Promise<T>): Promise<T> {
  return withDatabase(async () => {
    const { openDataKeys } = await import("@/lib/kernel/data-keys/open-data-keys");
    await openDataKeys();
    return work();
  });
}

/** Like `withService`, without the keys: for commands that check whether they open. */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    const { connections } = await import("@/lib/kernel/db/connections");
    await connections.end();
  }
}
