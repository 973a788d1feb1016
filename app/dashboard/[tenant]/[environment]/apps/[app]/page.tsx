import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Words } from "@/app/dashboard/_nouns/words";
import { Id } from "@/app/dashboard/_parts/id";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import type { App } from "@/lib/core/apps/app";
import { type AppUse, listAppUses } from "@/lib/core/apps/app-search-store";
import { findApp } from "@/lib/core/apps/app-store";
import { listOrganizationTypes } from "@/lib/core/organization-types/organization-type-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { AppForms } from "./app-forms";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("access");
  return { title: t("apps.one.title") };
}

/** Page of one app: its requirements of organizations, the roles that reach it, its status. */
export default async function AppPage({ params }: PageProps<{ app: string }>) {
  const { t } = await wordsOf("access");
  const { app: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const id = idIn(segment);
  const [app, types, uses] = await inBatch(caller, (db) =>
    Promise.all([findApp(db, id), listOrganizationTypes(db), listAppUses(db, id)]),
  );
  if (!app) notFound();
  return (
    <>
      <BackTo href={placePath(place, "apps")}>{t("apps.list.title")}</BackTo>
      <PageHead title={app.name} about={t("apps.one.about")}>
        <StatusBadge status={app.status} />
      </PageHead>
      <Overview t={t} app={app} />
      <Section title={t("apps.one.access")} about={t("apps.one.accessAbout")}>
        <Facts
          rows={[
            [
              t("apps.one.roles"),
              <Uses key="roles" t={t} uses={uses.roles} place={place} path="roles" />,
            ],
            [
              t("apps.one.packages"),
              <Uses key="packages" t={t} uses={uses.packages} place={place} path="packages" />,
            ],
          ]}
        />
      </Section>
      {mayActAs(tenant.role, "admin") && <AppForms t={t} place={place} app={app} types={types} />}
    </>
  );
}

function Overview({ t, app }: { t: Translator<"access">; app: App }) {
  return (
    <Section title={t("apps.one.overview")}>
      <Facts
        rows={[
          [t("apps.one.key"), <Mono key="key">{app.key}</Mono>],
          [t("apps.one.id"), <Id key="id">{app.id}</Id>],
          [t("apps.one.package"), t(`apps.policy.${app.packagePolicy}`)],
          [
            t("apps.one.types"),
            <Words
              key="types"
              words={app.allowedOrganizationTypes}
              none={t("apps.one.allTypes")}
            />,
          ],
          [
            t("apps.one.entitlements"),
            <Words
              key="entitlements"
              words={app.requiredEntitlements}
              none={t("apps.one.noEntitlements")}
            />,
          ],
        ]}
      />
    </Section>
  );
}

function Uses({
  t,
  uses,
  place,
  path,
}: {
  t: Translator<"access">;
  uses: AppUse[];
  place: Place;
  path: "roles" | "packages";
}) {
  if (uses.length === 0)
    return (
      <Quiet>
        {t.rich(path === "roles" ? "apps.one.noRoles" : "apps.one.noPackages", {
          link: (chunks) => <TextLink href={placePath(place, path)}>{chunks}</TextLink>,
        })}
      </Quiet>
    );
  return (
    <ul className="space-y-1">
      {uses.map(({ id, name }) => (
        <li key={id}>
          <TextLink href={placePath(place, `${path}/${id}`)}>{name}</TextLink>
        </li>
      ))}
    </ul>
  );
}
