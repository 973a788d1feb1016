import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ExpiredInteraction } from "@/app/_components/expired-interaction";
import { HostedCard } from "@/app/_components/hosted-card";
import { type Query, single } from "@/app/(hosted)/_request/browser";
import { brandingFor, currentInteraction } from "@/app/(hosted)/_request/interaction";
import { readPendingLogin } from "@/app/(hosted)/_request/pending-login";
import { CodeForm } from "@/app/(hosted)/login/code/code-form";
import { now } from "@/lib/clock";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("code"))("title") };
}

/** The second stage: the code that was sent by email. */
export default async function CodePage({ searchParams }: { searchParams: Query }) {
  const uid = single((await searchParams).interaction);
  const interaction = await currentInteraction(uid);
  if (!interaction) return <ExpiredInteraction />;
  const pending = await readPendingLogin(uid);
  if (!pending) redirect(`/login?interaction=${encodeURIComponent(uid)}`);
  const t = await getTranslations("code");
  const wait = Math.ceil((pending.resendAt.getTime() - now().getTime()) / 1000);
  return (
    <HostedCard
      branding={await brandingFor(interaction.scope)}
      title={t("title")}
      intro={t("intro", { length: pending.codeLength, email: pending.maskedEmail })}
    >
      <CodeForm
        interaction={uid}
        codeLength={pending.codeLength}
        trustedDeviceDays={pending.trustedDeviceDays}
        resendInSeconds={Math.max(0, wait)}
        sent={pending.resendAt.toISOString()}
      />
    </HostedCard>
  );
}
