import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { ExpiredInteraction } from "@/app/(hosted)/_interaction/expired-interaction";
import type { Query } from "@/app/(hosted)/_request/browser";
import { brandingFor } from "@/app/(hosted)/_request/interaction";
import { BackToSignIn } from "@/app/(hosted)/forgot-password/back-to-sign-in";
import { ForgotForm } from "@/app/(hosted)/forgot-password/forgot-form";
import { originOfQuery, readOrigin } from "@/app/(hosted)/forgot-password/origin";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("forgot"))("title") };
}

/** Asks where to send a link that sets a new password. */
export default async function ForgotPasswordPage({ searchParams }: { searchParams: Query }) {
  const origin = originOfQuery(await searchParams);
  const environment = await readOrigin(origin);
  if (!environment) return <ExpiredInteraction client={origin.client} />;
  const t = await getTranslations("forgot");
  return (
    <HostedCard
      branding={await brandingFor(environment.scope)}
      title={t("title")}
      intro={t("intro")}
    >
      <ForgotForm origin={origin}>
        <BackToSignIn origin={origin} />
      </ForgotForm>
    </HostedCard>
  );
}
