import { PageHead } from "@/app/dashboard/_parts/blocks";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { policyGroups } from "@/lib/core/security-policy/fields";
import { resolvePolicy } from "@/lib/core/security-policy/security-policy";
import { readStoredPolicy } from "@/lib/core/security-policy/security-policy-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { SettingCard } from "./setting-card";

export const generateMetadata = titled("settings", "policy.title");

/** Rules for every sign-in and session of the tenant: the platform's default or the tenant's override. */
export default viewerPage("settings", async ({ caller, t, mayChange, place }) => {
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
                mayChange={mayChange}
                t={t}
              />
            ))}
          </div>
        </section>
      ))}
    </>
  );
});
