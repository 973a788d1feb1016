import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackTo, Facts, Mono, Quiet, Section, Words } from "@/app/dashboard/_nouns/layout-parts";
import { idIn, type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { PageHead } from "@/app/dashboard/_parts/parts";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import type { App } from "@/lib/apps/app";
import { listApps } from "@/lib/apps/app-store";
import { inTenant } from "@/lib/db";
import type { Package } from "@/lib/packages/package";
import { countPackageUses, findPackage } from "@/lib/packages/package-store";
import { PackageForms } from "./package-forms";

export const metadata: Metadata = { title: "Package" };

/** One package: what it gives, and who has it. */
export default async function PackagePage({ params }: PageProps<{ package: string }>) {
  const { package: segment, ...place } = await params;
  const { caller, tenant } = await administratorIn(place);
  const id = idIn(segment);
  const found = await inTenant(caller, async (transaction) => {
    const stored = await findPackage(transaction, id);
    if (!stored) return null;
    const uses = await countPackageUses(transaction, id);
    return { stored, uses, apps: await listApps(transaction) };
  });
  if (!found) notFound();
  return (
    <>
      <BackTo href={placePath(place, "packages")}>Packages</BackTo>
      <PageHead title={found.stored.name} about="What an organization has bought.">
        <StatusBadge status={found.stored.status} />
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
          ["Id", <Mono key="id">{stored.id}</Mono>],
          ["Entitlements", <Words key="words" words={stored.entitlements} none="None" />],
          ["Lists", listed.map(({ name }) => name).join(", ") || <Quiet key="none">no app</Quiet>],
          ["Organizations that have it", uses.workspaces],
          ["Everybody's default", uses.isDefault ? "Yes, where none is assigned" : "No"],
        ]}
      />
    </Section>
  );
}
