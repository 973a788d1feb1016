import type { Metadata } from "next";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { policyGroups } from "@/lib/core/security-policy/fields";
import { resolvePolicy } from "@/lib/core/security-policy/security-policy";
import { readStoredPolicy } from "@/lib/core/security-policy/security-policy-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { SettingCard } from "./setting-card";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("settings");
  return { title: t("policy.title") };
}

/** Rules for every sign-in and session of the tenant: the platform's default or the tenant's override. */
export default async function SecurityPolicyPage({ params }: { params: Promise<Place> }) {
  const place = await params;
  const { t } = await wordsOf("settings");
  const { caller, tenant } = await administratorIn(place);
  const { overrides, defaults } = await inBatch(caller, readStoredPolicy);
  const inForce = resolvePolicy(overrides, defaults);
  return (
    <>
      <PageHead title={t("policy.title")} about={t("policy.about")} />
      {policyGroups.map(([group, settings]) => (
        <section key={group} aria-label={t(`policy.group.${group}`)} className="mb-10">
          <h2 className="mb-4 text-lg font-semibold">{t(`policy.group.${group}`)}</h2>
          <div className="space-y-4">
            {settings.map((setting) => (
              <SettingCard
                key={setting}
                place={place}
                setting={setting}
                overrides={overrides}
                defaults={defaults}
                inForce={inForce}
                mayChange={mayActAs(tenant.role, "admin")}
                t={t}
              />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
