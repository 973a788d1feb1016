import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ExpiredInteraction } from "@/app/_components/expired-interaction";
import { HostedCard } from "@/app/_components/hosted-card";
import { type Query, single } from "@/app/(hosted)/_request/browser";
import { brandingFor, currentInteraction } from "@/app/(hosted)/_request/interaction";
import { LoginForm } from "@/app/(hosted)/login/login-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("login"))("title") };
}

/** The door: who somebody says they are, and their password. */
export default async function LoginPage({ searchParams }: { searchParams: Query }) {
  const uid = single((await searchParams).interaction);
  const interaction = await currentInteraction(uid);
  if (!interaction) return <ExpiredInteraction />;
  const t = await getTranslations("login");
  return (
    <HostedCard
      branding={await brandingFor(interaction.scope)}
      title={t("title")}
      intro={t("intro", { client: interaction.client.name })}
    >
      <LoginForm
        interaction={uid}
        loginHint={interaction.params.loginHint}
        forgotHref={`/forgot-password?interaction=${encodeURIComponent(uid)}`}
      />
    </HostedCard>
  );
}
