import { PageHead } from "@/app/dashboard/_parts/blocks";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { resolvePolicy } from "@/lib/core/security-policy/security-policy";
import { readStoredPolicy } from "@/lib/core/security-policy/security-policy-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { policySettings } from "./policy-texts";
import { policyValues } from "./policy-values";
import { SettingCard } from "./setting-card";

export const generateMetadata = titled("settings", "policy.title");

/** Rules for every sign-in and session of the tenant: the platform's default or the tenant's override. */
export default viewerPage("settings", async ({ caller, t, mayChange, place }) => {
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
