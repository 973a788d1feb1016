import type { WorkspaceFacts } from "@/lib/access/access";
import { withoutApp } from "@/lib/access/access-question";
import type { AccessFactsOfUser } from "@/lib/access/access-store";
import type { SharedFacts } from "@/lib/access/shared-facts-store";

type Look = SharedFacts["looks"][number];

/** The workspaces to look at for each place, in the order of the places. */
export function looksOfPlaces({ looks, statuses }: SharedFacts): Look[][] {
  const found: Look[][] = statuses.map(() => []);
  for (const look of looks) found[look[0] - 1]?.push(look);
  return found;
}

/** The facts of one place and one app, as they are read for one user alone.
 *  @param appId null where no app is to be entered */
export function factsOf(
  shared: SharedFacts,
  looks: readonly Look[],
  appId: string | null,
): AccessFactsOfUser {
  const mode = shared.mode ?? "enforce";
  const workspaces = looks.flatMap((look) => workspaceOf(shared, look, appId) ?? []);
  if (appId === null) return withoutApp({ mode, workspaces });
  return { mode, app: shared.apps[appId] ?? null, workspaces };
}

function workspaceOf(
  { workspaces, packages, roles }: SharedFacts,
  [, organizationId, status, roleId]: Look,
  appId: string | null,
): WorkspaceFacts | null {
  const found = workspaces[organizationId];
  if (!found) return null;
  const { packageId, ...workspace } = found;
  const role = roleId === null ? undefined : roles[roleId];
  const held = packageId === null ? undefined : packages[packageId];
  const has = (appIds: readonly string[]) => appId !== null && appIds.includes(appId);
  return {
    ...workspace,
    membership: status && {
      status,
      role: role
        ? { key: role.key, permissions: role.permissions, reachesApp: has(role.appIds) }
        : null,
    },
    package: held
      ? {
          key: held.key,
          status: held.status,
          entitlements: held.entitlements,
          listsApp: has(held.appIds),
        }
      : null,
  };
}
