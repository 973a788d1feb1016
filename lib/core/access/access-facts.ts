import type { AccessFacts, WorkspaceFacts } from "@/lib/core/access/access";
import {
  type AccessPlace,
  readSharedFacts,
  type SharedFacts,
  type SharedWorkspace,
} from "@/lib/core/access/access-store";
import type { Queryable } from "@/lib/kernel/db/queryable";

export interface AccessQuery extends AccessPlace {
  userId: string;
  /** Null when no app is to be reached. */
  appId: string | null;
}

/** Access facts of one user, with every workspace that was requested, by the organization's name. */
export type AccessFactsOfUser = Omit<AccessFacts, "workspace"> & { workspaces: WorkspaceFacts[] };

/** Reads everything that the decision about one user depends on, in one statement. */
export async function readAccessFacts(
  db: Queryable,
  { appId, ...place }: AccessPlace & Pick<AccessQuery, "appId">,
): Promise<AccessFactsOfUser> {
  const shared = await readSharedFacts(db, [place], appId === null ? [] : [appId]);
  return factsOf(shared, [...shared.workspaces.keys()], appId);
}

/** Workspaces to evaluate for each place, in the order of the places, as indexes into `workspaces`. */
export function workspacesOfPlaces({ workspaces, statuses }: SharedFacts): number[][] {
  const found: number[][] = statuses.map(() => []);
  for (const [at, { places }] of workspaces.entries())
    for (const place of places) found[place - 1]?.push(at);
  return found;
}

/** Facts of one place and one app, in the form for one user.
 *  @param indexes of the place, into `workspaces`
 *  @param appId null if no app is to be reached */
export function factsOf(
  { mode, apps, workspaces }: SharedFacts,
  indexes: readonly number[],
  appId: string | null,
): AccessFactsOfUser {
  return {
    mode: mode ?? "enforce",
    app: (appId !== null && apps[appId]) || null,
    workspaces: indexes.flatMap((at) => {
      const workspace = workspaces[at];
      return workspace ? [factsFor(workspace, appId)] : [];
    }),
  };
}

function factsFor(
  { places, membership, package: packageFacts, ...workspace }: SharedWorkspace,
  appId: string | null,
): WorkspaceFacts {
  const has = (appIds: readonly string[]) => appId !== null && appIds.includes(appId);
  const role = membership?.role;
  return {
    ...workspace,
    membership: membership && {
      status: membership.status,
      role: role
        ? { key: role.key, permissions: role.permissions, reachesApp: has(role.appIds) }
        : null,
    },
    package: packageFacts && {
      key: packageFacts.key,
      status: packageFacts.status,
      entitlements: packageFacts.entitlements,
      listsApp: has(packageFacts.appIds),
    },
  };
}
