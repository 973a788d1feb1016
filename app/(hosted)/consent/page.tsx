import { Check } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ExpiredInteraction } from "@/app/_components/expired-interaction";
import { HostedCard } from "@/app/_components/hosted-card";
import { type Query, single } from "@/app/(hosted)/_request/browser";
import { brandingFor, currentInteraction } from "@/app/(hosted)/_request/interaction";
import { ConsentForm } from "@/app/(hosted)/consent/consent-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common");
  return { title: t("continue") };
}

/** The scopes that are worth a line; the others add nothing a person can judge. */
const told = ["openid", "profile", "email"] as const;

/** Asks whether an application of somebody else may know who signed in. */
export default async function ConsentPage({ searchParams }: { searchParams: Query }) {
  const uid = single((await searchParams).interaction);
  const interaction = await currentInteraction(uid);
  if (interaction?.prompt !== "consent") return <ExpiredInteraction />;
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
      <ConsentForm interaction={uid} />
    </HostedCard>
  );
}
