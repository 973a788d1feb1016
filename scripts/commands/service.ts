import { userInfo } from "node:os";
import { type Actor, noRequest, type RequestContext } from "@/lib/kernel/caller";

/** Who acts when the command line does: whoever holds the installation, by the name they have on its machine. */
export function commandLine(): { actor: Actor; context: RequestContext } {
  return {
    actor: { type: "operator", id: "command-line", name: accountName() },
    context: noRequest,
  };
}

/** Containers run under numbers that have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `account ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Runs what uses the service's database, with its keys opened, and lets go of it, so that the process can end. Parts of
 *  the service are imported within: whoever asks for help needs no database. */
export function withService<T>(work: () => Promise<T>): Promise<T> {
  return withDatabase(async () => {
    await import("@/lib/features/all");
    const { openDataKeys } = await import("@/lib/kernel/data-keys/open-data-keys");
    await openDataKeys();
    return work();
  });
}

/** The same without the keys: for what says whether they open. */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    const { connections } = await import("@/lib/kernel/db/connections");
    await connections.end();
  }
}
