import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { Notice } from "@/app/_components/notice";
import { readAsked } from "@/app/(hosted)/_interaction/asked-link";
import { ExpiredInteraction } from "@/app/(hosted)/_interaction/expired-interaction";
import type { Query } from "@/app/(hosted)/_request/browser";
import { brandingFor } from "@/app/(hosted)/_request/interaction";
import { BackToSignIn } from "@/app/(hosted)/forgot-password/back-to-sign-in";
import { originOfQuery, pageOfForgotten, readOrigin } from "@/app/(hosted)/forgot-password/origin";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("forgot"))("sentTitle") };
}

/** Says the same for every address, whether it has an account or not. */
export default async function LinkSentPage({ searchParams }: { searchParams: Query }) {
  const origin = originOfQuery(await searchParams);
  const environment = await readOrigin(origin);
  if (!environment) return <ExpiredInteraction client={origin.client} />;
  const asked = await readAsked();
  if (!asked) redirect(pageOfForgotten("/forgot-password", origin));
  const t = await getTranslations("forgot");
  return (
    <HostedCard branding={await brandingFor(environment.scope)} title={t("sentTitle")}>
      <div className="space-y-5">
        <Notice tone="good" focus>
          {t("sent", { email: asked.email })}
        </Notice>
        <BackToSignIn origin={origin} />
      </div>
    </HostedCard>
  );
}
