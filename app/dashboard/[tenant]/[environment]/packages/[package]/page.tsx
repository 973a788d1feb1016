import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Mono } from "@/app/dashboard/_nouns/mono";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { Words } from "@/app/dashboard/_nouns/words";
import { Id } from "@/app/dashboard/_parts/id";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { administratorIn } from "@/app/dashboard/administrator";
import type { App } from "@/lib/apps/app";
import { listApps } from "@/lib/apps/app-store";
import { inTransaction } from "@/lib/db/transaction";
import type { Package } from "@/lib/packages/package";
import { countPackageUses, findPackage } from "@/lib/packages/package-store";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { PackageForms } from "./package-forms";

export const metadata: Metadata = { title: "Package" };

/** One package: what it gives, and who has it. */
export default async function PackagePage({ params }: PageProps<{ package: string }>) {
  const { package: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const id = idIn(segment);
  const [stored, uses, apps] = await inTransaction(caller, (db) =>
    Promise.all([findPackage(db, id), countPackageUses(db, id), listApps(db)]),
  );
  if (!stored) notFound();
  const found = { stored, uses, apps };
  return (
    <>
      <BackTo href={placePath(place, "packages")}>Packages</BackTo>
      <PageHead title={stored.name} about="What an organization has bought.">
        <StatusBadge status={stored.status} />
      </PageHead>
      <Overview {...found} />
      {mayActAs(tenant.role, "admin") && <PackageForms place={place} {...found} />}
    </>
  );
}

function Overview({
  stored,
  uses,
  apps,
}: {
  stored: Package;
  uses: { workspaces: number; isDefault: boolean };
  apps: App[];
}) {
  const listed = apps.filter(({ id }) => stored.appIds.includes(id));
  return (
    <Section title="Overview">
      <Facts
        rows={[
          ["Key", <Mono key="key">{stored.key}</Mono>],
          ["Id", <Id key="id">{stored.id}</Id>],
          ["Entitlements", <Words key="words" words={stored.entitlements} none="None" />],
          ["Lists", listed.map(({ name }) => name).join(", ") || <Quiet key="none">no app</Quiet>],
          ["Organizations that have it", uses.workspaces],
          ["Everybody's default", uses.isDefault ? "Yes, where none is assigned" : "No"],
        ]}
      />
    </Section>
  );
}
