import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { ExpiredInteraction } from "@/app/(hosted)/_interaction/expired-interaction";
import { pageOfSignIn } from "@/app/(hosted)/_interaction/sign-in-address";
import type { Query } from "@/app/(hosted)/_request/browser";
import {
  brandingFor,
  currentInteraction,
  signInAddress,
} from "@/app/(hosted)/_request/interaction";
import { LoginForm } from "@/app/(hosted)/login/login-form";

interface PageProps {
  searchParams: Query;
}

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const t = await getTranslations();
  const waiting = await currentInteraction(signInAddress(await searchParams).interaction);
  return { title: t(waiting ? "login.title" : "expired.title") };
}

/** The door: who somebody says they are, and their password. */
export default async function LoginPage({ searchParams }: PageProps) {
  const address = signInAddress(await searchParams);
  const interaction = await currentInteraction(address.interaction);
  if (!interaction) return <ExpiredInteraction client={address.client} />;
  const t = await getTranslations("login");
  const own = await getTranslations("security");
  const client = interaction.client.own ? own("title") : interaction.client.name;
  return (
    <HostedCard
      branding={await brandingFor(interaction.scope)}
      title={t("title")}
      intro={t("intro", { client })}
    >
      <LoginForm
        address={address}
        loginHint={interaction.params.loginHint}
        forgotHref={pageOfSignIn("/forgot-password", address)}
      />
    </HostedCard>
  );
}
