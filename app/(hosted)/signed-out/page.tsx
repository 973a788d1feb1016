import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { placeOfQuery } from "@/app/(hosted)/_place/place";
import type { Query } from "@/app/(hosted)/_request/browser";
import { brandingAt } from "@/app/(hosted)/_request/tenant";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signedOut"))("title") };
}

/** Where a sign-out ends that leads nowhere else. */
export default async function SignedOutPage({ searchParams }: { searchParams: Query }) {
  const t = await getTranslations("signedOut");
  const branding = await brandingAt(placeOfQuery(await searchParams));
  return <HostedCard branding={branding} title={t("title")} intro={t("intro")} />;
}
