import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ExpiredInteraction } from "@/app/_components/expired-interaction";
import { HostedCard } from "@/app/_components/hosted-card";
import { type Query, single } from "@/app/(hosted)/_request/browser";
import { brandingFor, currentInteraction } from "@/app/(hosted)/_request/interaction";
import { ForgotForm } from "@/app/(hosted)/forgot-password/forgot-form";
import { readOrigin } from "@/app/(hosted)/forgot-password/origin";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("forgot"))("title") };
}

/** Asks where to send a link that sets a new password. */
export default async function ForgotPasswordPage({ searchParams }: { searchParams: Query }) {
  const query = await searchParams;
  const origin = { interaction: single(query.interaction), tenant: single(query.tenant) };
  const environment = await readOrigin(origin);
  if (!environment) return <ExpiredInteraction />;
  const waiting = await currentInteraction(origin.interaction);
  return (
    <HostedCard branding={await brandingFor(environment.scope)}>
      <ForgotForm
        origin={origin}
        backHref={waiting && `/login?interaction=${encodeURIComponent(waiting.uid)}`}
      />
    </HostedCard>
  );
}
