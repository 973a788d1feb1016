import type { Metadata } from "next";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { PageProps } from "@/app/dashboard/_nouns/place-path";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { administratorIn } from "@/app/dashboard/administrator";
import { listOrganizationTypes } from "@/lib/core/organization-types/organization-type-store";
import { listPackages } from "@/lib/core/packages/package-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { createOrganizationAction } from "../actions";
import { NameFields } from "../name-fields";
import { WorkspaceFields } from "../workspace-fields";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("organizations");
  return { title: t("new.title") };
}

/** Form that creates an organization. */
export default async function NewOrganizationPage({ params }: PageProps) {
  const { t } = await wordsOf("organizations");
  const place = await params;
  const { caller, environment } = await administratorIn(place, "admin");
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
}
