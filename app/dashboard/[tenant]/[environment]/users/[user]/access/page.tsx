import type { Metadata } from "next";
import { type PageProps, textOf } from "@/app/dashboard/_nouns/place-path";
import { Empty } from "@/app/dashboard/_parts/empty";
import { Notice } from "@/app/dashboard/_parts/notice";
import { explainDecision } from "@/lib/access/explain-decision";
import { listApps } from "@/lib/apps/app-store";
import { inTransaction } from "@/lib/db/transaction";
import { isId } from "@/lib/ids";
import { listUserPlaces } from "@/lib/organizations/memberships/member-search-store";
import { findOrganizationNamed } from "@/lib/organizations/organization-search-store";
import { userIn } from "../user-in";
import { AccessQuestion } from "./access-question";
import { Layers } from "./layers-list";
import { Verdict } from "./verdict";

export const metadata: Metadata = { title: "Access" };

/** Why a user can or can't enter an app: what the access evaluator decides at this moment, layer by layer. */
export default async function AccessPage({ params, searchParams }: PageProps<{ user: string }>) {
  const { user, place, caller } = await userIn(params);
  const search = await searchParams;
  const appId = textOf(search, "app");
  const typed = textOf(search, "organization").replaceAll("\0", "").trim();
  const [apps, memberships, named] = await inTransaction(caller, (db) =>
    Promise.all([
      listApps(db),
      listUserPlaces(db, user.id),
      typed === "" ? null : findOrganizationNamed(db, typed),
    ]),
  );
  const unknown = typed !== "" && !named;
  const explanation =
    isId(appId) && !unknown
      ? await explainDecision(caller, { userId: user.id, appId, organizationId: named?.id ?? null })
      : null;
  const names = new Map(memberships.map((one) => [one.organizationId, one.organizationName]));
  if (named) names.set(named.id, named.name);
  return (
    <>
      <h2 className="mb-1 text-lg font-semibold tracking-tight">Can this user enter an app?</h2>
      <p className="mb-6 text-sm text-neutral-600 dark:text-neutral-400">
        Asks the evaluator that decides about every token, without issuing anything.
      </p>
      <AccessQuestion apps={apps} appId={appId} organization={typed} memberships={memberships} />
      {user.status === "suspended" && (
        <Notice tone="red">
          The user is suspended: they can’t sign in at all, whatever the layers say.
        </Notice>
      )}
      {unknown && (
        <Notice tone="amber">No organization of this environment has this slug or id.</Notice>
      )}
      {explanation ? (
        <>
          <Verdict decision={explanation.decision} names={names} />
          {explanation.evaluations.map(({ organizationId, layers }) => (
            <Layers
              key={organizationId ?? "none"}
              title={(organizationId && names.get(organizationId)) ?? "Without any organization"}
              organizationId={organizationId}
              asked={{ place, userId: user.id, appId }}
              layers={layers}
            />
          ))}
        </>
      ) : (
        <Empty title={apps.length > 0 ? "Choose an app" : "This environment has no apps yet"}>
          {apps.length > 0
            ? "Each of the user’s organizations is looked at, unless you name one."
            : "Make one under Apps first."}
        </Empty>
      )}
    </>
  );
}
