import { notFound } from "next/navigation";
import { idIn, placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Facts, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { Id } from "@/app/dashboard/_parts/id";
import { Mono, Quiet, StatusBadge, Words } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import type { Words as PageWords } from "@/app/dashboard/_words/words-of";
import type { App } from "@/lib/core/apps/app";
import { listApps } from "@/lib/core/apps/app-store";
import type { Package } from "@/lib/core/packages/package";
import { countPackageUses, findPackage } from "@/lib/core/packages/package-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { PackageForms } from "./package-forms";

export const generateMetadata = titled("access", "packages.one.title");

/** Page of one package: its contents, and its organizations. */
export default viewerPage("access", async ({ caller, t, words, mayChange, place, segment }) => {
  const id = idIn(segment);
  const [stored, uses, apps] = await inTransaction(caller, (db) =>
    Promise.all([findPackage(db, id), countPackageUses(db, id), listApps(db)]),
  );
  if (!stored) notFound();
  const found = { stored, uses, apps };
  return (
    <>
      <BackTo href={placePath(place, "packages")}>{t("packages.list.title")}</BackTo>
      <PageHead title={stored.name} about={t("packages.one.about")}>
        <StatusBadge status={stored.status} />
      </PageHead>
      <Overview words={words} {...found} />
      {mayChange && <PackageForms t={t} place={place} {...found} />}
    </>
  );
});

function Overview({
  words: { t, format },
  stored,
  uses,
  apps,
}: {
  words: PageWords<"access">;
  stored: Package;
  uses: { workspaces: number; isDefault: boolean };
  apps: App[];
}) {
  const listed = apps.filter(({ id }) => stored.appIds.includes(id));
  return (
    <Section title={t("packages.one.overview")}>
      <Facts
        rows={[
          [t("packages.one.key"), <Mono key="key">{stored.key}</Mono>],
          [t("packages.one.id"), <Id key="id">{stored.id}</Id>],
          [
            t("packages.one.entitlements"),
            <Words
              key="words"
              words={stored.entitlements}
              none={t("packages.one.noEntitlements")}
            />,
          ],
          [
            t("packages.one.apps"),
            format.list(listed.map(({ name }) => name)) || (
              <Quiet key="none">{t("packages.one.noApps")}</Quiet>
            ),
          ],
          [t("packages.one.organizations"), format.number(uses.workspaces)],
          [
            t("packages.one.default"),
            uses.isDefault ? t("packages.one.isDefault") : t("packages.one.isNotDefault"),
          ],
        ]}
      />
    </Section>
  );
}
