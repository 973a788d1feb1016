import { Check } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { ExpiredInteraction } from "@/app/(hosted)/_interaction/expired-interaction";
import type { Query } from "@/app/(hosted)/_request/browser";
import {
  brandingFor,
  currentInteraction,
  signInAddress,
} from "@/app/(hosted)/_request/interaction";
import { ConsentForm } from "@/app/(hosted)/consent/consent-form";

export async function generateMetadata({
  searchParams,
}: {
  searchParams: Query;
}): Promise<Metadata> {
  const t = await getTranslations();
  const interaction = await currentInteraction(signInAddress(await searchParams).interaction);
  if (interaction?.prompt !== "consent") return { title: t("expired.title") };
  return { title: t("consent.title", { client: interaction.client.name }) };
}

/** The scopes that are worth a line; the others add nothing a person can judge. */
const told = ["openid", "profile", "email"] as const;

/** Asks whether an application of somebody else may know who signed in. */
export default async function ConsentPage({ searchParams }: { searchParams: Query }) {
  const address = signInAddress(await searchParams);
  const interaction = await currentInteraction(address.interaction);
  if (interaction?.prompt !== "consent") return <ExpiredInteraction client={address.client} />;
  const t = await getTranslations("consent");
  const branding = await brandingFor(interaction.scope);
  const client = interaction.client.name;
  return (
    <HostedCard
      branding={branding}
      title={t("title", { client })}
      intro={t("intro", { client, tenant: branding.name })}
    >
      <ul className="mb-8 space-y-3">
        {told
          .filter((scope) => interaction.scopes.includes(scope))
          .map((scope) => (
            <li key={scope} className="flex gap-3">
              <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
              {t(scope)}
            </li>
          ))}
      </ul>
      <ConsentForm address={address} />
    </HostedCard>
  );
}
