import type { WorkspaceFacts } from "@/lib/core/access/access";
import type { AccessFactsOfUser } from "@/lib/core/access/access-store";
import { withoutApp } from "@/lib/features/authzen/access-question";
import type { SharedFacts } from "@/lib/features/authzen/shared-facts-store";

type Look = SharedFacts["looks"][number];

/** Workspaces to evaluate for each place, in the order of the places, as indexes into `looks`. */
export function looksOfPlaces({ looks, statuses }: SharedFacts): number[][] {
  const found: number[][] = statuses.map(() => []);
  for (const [at, [, , , places]] of looks.entries())
    for (const place of places) found[place - 1]?.push(at);
  return found;
}

/** Facts of one place and one app, in the form for one user.
 *  @param looks indexes of the place
 *  @param appId null if the question names no app */
export function factsOf(
  shared: SharedFacts,
  looks: readonly number[],
  appId: string | null,
): AccessFactsOfUser {
  const mode = shared.mode ?? "enforce";
  const workspaces = looks.flatMap((at) => {
    const look = shared.looks[at];
    return (look && workspaceOf(shared, look, appId)) ?? [];
  });
  if (appId === null) return withoutApp({ mode, workspaces });
  return { mode, app: shared.apps[appId] ?? null, workspaces };
}

function workspaceOf(
  { workspaces, packages, roles }: SharedFacts,
  [organizationId, status, roleId]: Look,
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
