import { apps } from "@/app/dashboard/_nouns/noun";
import { onePage } from "@/app/dashboard/_nouns/noun-pages";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Facts, Section } from "@/app/dashboard/_parts/blocks";
import { Quiet, StatusBadge, TextLink, Words } from "@/app/dashboard/_parts/text";
import { type PageRequest, titled } from "@/app/dashboard/_request/make-page";
import { type AppUse, listAppUses } from "@/lib/core/apps/app-search-store";
import { findApp } from "@/lib/core/apps/app-store";
import { listOrganizationTypes } from "@/lib/core/organization-types/organization-type-store";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { AppForms } from "./app-forms";

export const generateMetadata = titled("access", "apps.one.title");

/** Page of one app: its requirements of organizations, the roles that reach it, its status. */
export default onePage(apps, read, ({ thing: app, types, uses }, request) => {
  const { t, place } = request;
  return {
    badge: <StatusBadge status={app.status} />,
    facts: [
      [t("apps.one.package"), t(`apps.policy.${app.packagePolicy}`)],
      [
        t("apps.one.types"),
        <Words key="types" words={app.allowedOrganizationTypes} none={t("apps.one.allTypes")} />,
      ],
      [
        t("apps.one.entitlements"),
        <Words
          key="entitlements"
          words={app.requiredEntitlements}
          none={t("apps.one.noEntitlements")}
        />,
      ],
    ],
    sections: (
      <Section title={t("apps.one.access")} about={t("apps.one.accessAbout")}>
        <Facts
          rows={[
            [
              t("apps.one.roles"),
              <Uses key="roles" {...{ request, uses: uses.roles }} path="roles" />,
            ],
            [
              t("apps.one.packages"),
              <Uses key="packages" {...{ request, uses: uses.packages }} path="packages" />,
            ],
          ]}
        />
      </Section>
    ),
    forms: <AppForms t={t} place={place} app={app} types={types} />,
  };
});

function read(caller: Caller, id: string) {
  return inBatch(caller, async (db) => {
    const [thing, types, uses] = await Promise.all([
      findApp(db, id),
      listOrganizationTypes(db),
      listAppUses(db, id),
    ]);
    return thing && { thing, types, uses };
  });
}

interface UsesProps {
  request: PageRequest<"access">;
  uses: AppUse[];
  path: "roles" | "packages";
}

function Uses({ request: { t, place }, uses, path }: UsesProps) {
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
