import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { placeOfQuery } from "@/app/(hosted)/_place/place";
import { type Query, single } from "@/app/(hosted)/_request/browser";
import { brandingAt } from "@/app/(hosted)/_request/tenant";
import { wayBackTo } from "@/lib/oidc/way-back";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signedOut"))("title") };
}

/** Where a sign-out ends that leads nowhere else. */
export default async function SignedOutPage({ searchParams }: { searchParams: Query }) {
  const query = await searchParams;
  const t = await getTranslations();
  const back = await wayBackTo(single(query.client));
  return (
    <HostedCard
      branding={await brandingAt(placeOfQuery(query))}
      title={t("signedOut.title")}
      intro={t("signedOut.intro")}
    >
      {back?.name && back.href && (
        <a href={back.href} className="button button-quiet w-full" rel="noreferrer">
          {t("expired.again", { client: back.name })}
        </a>
      )}
    </HostedCard>
  );
}
