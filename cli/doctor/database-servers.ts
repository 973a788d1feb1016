import { readDatabaseUrl } from "@/lib/kernel/config/database-url";
import { ServerProbe, type ServerState } from "@/lib/kernel/db/lookout";
import { type Check, type Finding, failed, ok, skipped, warning } from "./check";

/** Checks that one of several servers is primary, the others follow it, and it acknowledges no change that it
 *  alone has. */
export const databaseServers: Check = {
  name: "database's servers",
  needs: "database",
  look: async ({ ask, config }) => {
    const { servers } = readDatabaseUrl(config.databaseUrl);
    if (servers.length === 1) return skipped("DATABASE_URL names one server");
    const lookouts = servers.map((server) => new ServerProbe(server));
    try {
      const seen = await Promise.all(
        lookouts.map(async (lookout) => ({ name: lookout.name, sight: await lookout.probe() })),
      );
      const [row] = await ask<{ others: string }>(
        "SELECT current_setting('synchronous_standby_names') AS others",
      );
      return serversFinding(seen, row?.others ?? "");
    } finally {
      for (const lookout of lookouts) lookout.disconnect();
    }
  },
};

/** @param others standbys that the primary waits for (`synchronous_standby_names`); empty for none */
export function serversFinding(
  seen: { name: string; sight: ServerState }[],
  others: string,
): Finding {
  const named = (state: ServerState["state"]) =>
    seen.filter(({ sight }) => sight.state === state).map(({ name }) => name);
  const [primaries, away] = [named("primary"), named("away")];
  const words = `${primaries.join(" and ") || "nobody"} takes changes; followers: ${named("replica").join(", ") || "none"}`;
  if (primaries.length === 0)
    return failed(words, "See what your failover waits for (patronictl list), and its log.");
  if (primaries.length > 1)
    return failed(
      words,
      "Stop the one that was left behind, the earlier timeline of patronictl list: what is written there is lost.",
    );
  if (away.length > 0)
    return warning(
      `${words}; ${away.join(" and ")} did not answer`,
      "Bring it back, or take it out of DATABASE_URL: meanwhile fewer servers may fail.",
    );
  if (others === "")
    return warning(
      `${words}; it waits for none of them`,
      "Switch synchronous replication on (Patroni: synchronous_mode): a server that dies would take what it acknowledged along.",
    );
  return ok(words);
}
