import { type PageProps, textOf } from "@/app/dashboard/_nouns/place-path";
import { Empty, Notice } from "@/app/dashboard/_parts/blocks";
import { titled } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { explainDecision } from "@/lib/core/access/explain-decision";
import { listApps } from "@/lib/core/apps/app-store";
import { listUserPlaces } from "@/lib/core/memberships/member-search-store";
import { findOrganizationNamed } from "@/lib/core/organizations/organization-search-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { isId } from "@/lib/kernel/ids";
import { userIn } from "../user-in";
import { AccessQuestion } from "./access-question";
import { Layers } from "./layers-list";
import { Verdict } from "./verdict";

export const generateMetadata = titled("users", "access.title");

/** Explanation of whether a user can enter an app: the access evaluator's decision at this moment, layer by
 *  layer. */
export default async function AccessPage({ params, searchParams }: PageProps<{ user: string }>) {
  const { t, format } = await wordsOf("users");
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
      <h2 className="mb-1 text-lg font-semibold tracking-tight">{t("access.question")}</h2>
      <p className="mb-6 text-sm text-neutral-600 dark:text-neutral-400">{t("access.about")}</p>
      <AccessQuestion apps={apps} appId={appId} organization={typed} memberships={memberships} />
      {user.status === "suspended" && <Notice tone="red">{t("access.suspended")}</Notice>}
      {unknown && <Notice tone="amber">{t("access.unknownOrganization")}</Notice>}
      {explanation ? (
        <>
          <Verdict decision={explanation.decision} names={names} />
          {explanation.evaluations.map(({ organizationId, layers, missing }) => (
            <Layers
              t={t}
              format={format}
              missing={missing}
              key={organizationId ?? "none"}
              title={
                (organizationId && names.get(organizationId)) ?? t("access.withoutOrganization")
              }
              organizationId={organizationId}
              asked={{ place, userId: user.id, appId }}
              layers={layers}
            />
          ))}
        </>
      ) : (
        <Empty title={apps.length > 0 ? t("access.chooseApp") : t("access.noApps")}>
          {apps.length > 0 ? t("access.chooseAppAbout") : t("access.noAppsAbout")}
        </Empty>
      )}
    </>
  );
}
