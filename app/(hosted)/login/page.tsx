import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { MoveOn } from "@/app/_components/move-on";
import { ExpiredInteraction } from "@/app/(hosted)/_interaction/expired-interaction";
import { pageOfSignIn } from "@/app/(hosted)/_interaction/sign-in-address";
import { type Query, requestCookies } from "@/app/(hosted)/_request/browser";
import {
  brandingFor,
  currentInteraction,
  signInAddress,
} from "@/app/(hosted)/_request/interaction";
import { GoOnAs } from "@/app/(hosted)/login/go-on-as";
import { LoginForm } from "@/app/(hosted)/login/login-form";
import { signedInHere } from "@/lib/oidc/signed-in-here";

interface PageProps {
  searchParams: Query;
}

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const t = await getTranslations();
  const waiting = await currentInteraction(signInAddress(await searchParams).interaction);
  return { title: t(waiting ? "login.title" : "expired.title") };
}

/** The door: who somebody says they are, and their password. Who is signed in already, in another tab say, goes on
 *  without it, unless the application asks for another account: then they choose. */
export default async function LoginPage({ searchParams }: PageProps) {
  const address = signInAddress(await searchParams);
  const interaction = await currentInteraction(address.interaction);
  if (!interaction) return <ExpiredInteraction client={address.client} />;
  const t = await getTranslations("login");
  const own = await getTranslations("security");
  const client = interaction.client.own ? own("title") : interaction.client.name;
  const branding = await brandingFor(interaction.scope);
  const here = await signedInHere(interaction, await requestCookies());
  if (here && !here.otherAsked)
    return (
      <HostedCard branding={branding} title={t("title")} intro={t("intro", { client })}>
        <MoveOn to={here.goesOnAt} />
      </HostedCard>
    );
  return (
    <HostedCard
      branding={branding}
      title={t("title")}
      intro={here ? t("otherAsked", { client, email: here.email }) : t("intro", { client })}
    >
      <LoginForm
        address={address}
        loginHint={interaction.params.loginHint}
        forgotHref={pageOfSignIn("/forgot-password", address)}
      />
      {here && <GoOnAs address={address} email={here.email} />}
    </HostedCard>
  );
}
