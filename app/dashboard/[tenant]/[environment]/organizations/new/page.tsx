import type { Metadata } from "next";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { PageProps } from "@/app/dashboard/_nouns/place-path";
import { administratorIn } from "@/app/dashboard/administrator";
import { inTransaction } from "@/lib/db/transaction";
import { listOrganizationTypes } from "@/lib/organization-types/organization-type-store";
import { listPackages } from "@/lib/packages/package-store";
import { createOrganizationAction } from "../actions";
import { NameFields } from "../name-fields";
import { WorkspaceFields } from "../workspace-fields";

export const metadata: Metadata = { title: "New organization" };

/** Makes an organization. */
export default async function NewOrganizationPage({ params }: PageProps) {
  const place = await params;
  const { caller, environment } = await administratorIn(place, "admin");
  const [types, packages] = await inTransaction(caller, (db) =>
    Promise.all([listOrganizationTypes(db), listPackages(db)]),
  );
  return (
    <NewPage
      place={place}
      list={{ path: "organizations", name: "Organizations" }}
      title="New organization"
      about={`A customer of yours. It begins in ${environment.name} and can be added to other environments later.`}
      action={createOrganizationAction}
      submit="Create organization"
    >
      <NameFields />
      <WorkspaceFields types={types} packages={packages} />
    </NewPage>
  );
}
