import { redirect } from "next/navigation";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { BackTo, Card, PageHead } from "@/app/dashboard/_parts/blocks";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import { readCredential } from "@/lib/core/credentials/read-credential";
import type { CredentialPurpose } from "@/lib/core/credentials/scopes";
import { scopesByResource } from "../_parts/scope-catalogue";
import { CredentialForm } from "./credential-form";
import { PurposeChoice } from "./purpose-choice";

export const generateMetadata = titled("connections", "credentials.new.title");

/** Form that creates a credential. Purpose and environment come first: they can't be changed afterwards, and
 *  decide which scopes can be chosen. */
export default adminPage("connections", async (request) => {
  const { tenant, environment, caller, t, texts, search, place } = request;
  const { form, created, dangerous } = texts.credentials;
  const { purpose, environment: target, from } = search;
  const chosen = isPurpose(purpose) ? purpose : null;
  if (chosen && typeof target === "string" && target !== place.environment)
    redirect(
      `/dashboard/${place.tenant}/${encodeURIComponent(target)}/credentials/new?purpose=${chosen}`,
    );
  const copied = typeof from === "string" ? await readCredential(caller, from) : null;
  return (
    <>
      <BackTo href={placePath(place, "credentials")}>{t("credentials.list.title")}</BackTo>
      <PageHead
        title={t("credentials.new.title")}
        about={
          chosen
            ? t("credentials.new.about", { environment: environment.name })
            : t("credentials.new.aboutChoice")
        }
      />
      <Card>
        {chosen ? (
          <CredentialForm
            place={place}
            purpose={{ value: chosen, name: t(`credentials.purpose.${chosen}`) }}
            name={copied ? t("credentials.new.copyOf", { name: copied.name }) : ""}
            scopes={copied?.scopes ?? []}
            groups={scopesByResource(chosen, texts.credentials)}
            texts={{ form, created, dangerous }}
          />
        ) : (
          <PurposeChoice environments={tenant.environments} current={place.environment} t={t} />
        )}
      </Card>
    </>
  );
});

function isPurpose(value: unknown): value is CredentialPurpose {
  return value === "product_runtime" || value === "management_automation";
}
