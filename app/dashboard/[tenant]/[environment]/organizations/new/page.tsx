import { NewPage } from "@/app/dashboard/_nouns/new-page";
import { adminPage, titled } from "@/app/dashboard/_request/make-page";
import { listOrganizationTypes } from "@/lib/core/organization-types/organization-type-store";
import { listPackages } from "@/lib/core/packages/package-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { createOrganizationAction } from "../actions";
import { NameFields } from "../name-fields";
import { WorkspaceFields } from "../workspace-fields";

export const generateMetadata = titled("organizations", "new.title");

/** Form that creates an organization. */
export default adminPage("organizations", async ({ caller, environment, t, place }) => {
  const [types, packages] = await inTransaction(caller, (db) =>
    Promise.all([listOrganizationTypes(db), listPackages(db)]),
  );
  return (
    <NewPage
      place={place}
      list={{ path: "organizations", name: t("list.title") }}
      title={t("new.title")}
      about={t("new.about", { environment: environment.name })}
      action={createOrganizationAction}
      submit={t("new.submit")}
    >
      <NameFields />
      <WorkspaceFields types={types} packages={packages} />
    </NewPage>
  );
});
