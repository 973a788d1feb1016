import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { Notice } from "@/app/_components/notice";
import { type Query, single } from "@/app/(hosted)/_request/browser";
import { brandingOfTenant } from "@/app/(hosted)/_request/tenant";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("setPassword"))("doneTitle") };
}

/** Says that a password was set by a link. It only repeats what the link's page knew: nothing is decided here. */
export default async function PasswordSavedPage({ searchParams }: { searchParams: Query }) {
  const t = await getTranslations("setPassword");
  const branding = await brandingOfTenant(single((await searchParams).tenant));
  return (
    <HostedCard branding={branding} title={t("doneTitle")}>
      <Notice tone="good">{t("done", { tenant: branding?.name ?? "Atrium" })}</Notice>
    </HostedCard>
  );
}
