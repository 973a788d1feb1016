import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { ExpiredInteraction } from "@/app/(hosted)/_interaction/expired-interaction";
import { pageOfSignIn } from "@/app/(hosted)/_interaction/sign-in-address";
import { type Query, requestCookies } from "@/app/(hosted)/_request/browser";
import {
  brandingFor,
  currentInteraction,
  signInAddress,
} from "@/app/(hosted)/_request/interaction";
import { readPendingLogin } from "@/app/(hosted)/_request/pending-login";
import { CodeForm } from "@/app/(hosted)/login/code/code-form";
import { now } from "@/lib/clock";
import { signedInHere } from "@/lib/oidc/signed-in-here";

interface PageProps {
  searchParams: Query;
}

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const t = await getTranslations();
  const waiting = await currentInteraction(signInAddress(await searchParams).interaction);
  return { title: t(waiting ? "code.title" : "expired.title") };
}

/** The second stage: the code that was sent by email. */
export default async function CodePage({ searchParams }: PageProps) {
  const address = signInAddress(await searchParams);
  const interaction = await currentInteraction(address.interaction);
  if (!interaction) return <ExpiredInteraction client={address.client} />;
  // Signed in in another tab meanwhile: that page goes on without asking.
  const here = await signedInHere(interaction, await requestCookies());
  if (here && !here.otherAsked) redirect(pageOfSignIn("/login", address));
  const pending = await readPendingLogin(interaction.uid);
  if (!pending) redirect(pageOfSignIn("/login", address));
  const t = await getTranslations("code");
  const wait = Math.ceil((pending.resendAt.getTime() - now().getTime()) / 1000);
  return (
    <HostedCard
      branding={await brandingFor(interaction.scope)}
      title={t("title")}
      intro={t(pending.sent ? "intro" : "introWithheld", {
        length: pending.codeLength,
        email: pending.maskedEmail,
      })}
    >
      <CodeForm
        address={address}
        codeLength={pending.codeLength}
        trustedDeviceDays={pending.trustedDeviceDays}
        resendInSeconds={Math.max(0, wait)}
        withheld={!pending.sent}
        asked={pending.resendAt.toISOString()}
      />
    </HostedCard>
  );
}
