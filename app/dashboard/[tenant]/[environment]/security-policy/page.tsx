import type { Metadata } from "next";
import { PageHead } from "@/app/dashboard/_parts/page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn, type Place } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { resolvePolicy } from "@/lib/core/security-policy/security-policy";
import { readStoredPolicy } from "@/lib/core/security-policy/security-policy-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { policySettings } from "./policy-texts";
import { policyValues } from "./policy-values";
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
      {policySettings(t).map(({ group, settings: members }) => (
        <section key={group} aria-label={group} className="mb-10">
          <h2 className="mb-4 text-lg font-semibold">{group}</h2>
          <div className="space-y-4">
            {members.map((setting) => (
              <SettingCard
                key={setting.id}
                place={place}
                setting={setting}
                overrides={overrides}
                defaults={policyValues(defaults)}
                inForce={policyValues(inForce)}
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
