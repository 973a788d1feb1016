import { Empty } from "@/app/dashboard/_parts/blocks";
import { titled } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { listOrganizationTypes } from "@/lib/core/organization-types/organization-type-store";
import { listPackages } from "@/lib/core/packages/package-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { type OrganizationPlace, organizationIn } from "../organization-in";
import { OrganizationForms } from "./organization-forms";

export const generateMetadata = titled("organizations", "settings.title");

/** Settings of an organization. */
export default async function SettingsPage({ params }: { params: Promise<OrganizationPlace> }) {
  const { t } = await wordsOf("organizations");
  const { organization, place, caller, mayChange } = await organizationIn(params);
  if (!mayChange) return <Empty title={t("settings.refusedTitle")}>{t("settings.refused")}</Empty>;
  const [types, packages] = await inTransaction(caller, (db) =>
    Promise.all([listOrganizationTypes(db), listPackages(db)]),
  );
  return <OrganizationForms {...{ t, place, organization, types, packages }} />;
}
