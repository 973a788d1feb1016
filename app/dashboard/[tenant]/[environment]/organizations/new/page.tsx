import type { Metadata } from "next";
import Link from "next/link";
import { BackTo } from "@/app/dashboard/_nouns/layout-parts";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card, PageHead, quietButton } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { administratorIn } from "@/app/dashboard/administrator";
import { inTenant } from "@/lib/db";
import { listOrganizationTypes } from "@/lib/organizations/organization-type-store";
import { listPackages } from "@/lib/packages/package-store";
import { createOrganizationAction } from "../actions";
import { NameFields } from "../name-fields";
import { WorkspaceFields } from "../workspace-fields";

export const metadata: Metadata = { title: "New organization" };

/** Makes an organization. */
export default async function NewOrganizationPage({ params }: PageProps) {
  const place = await params;
  const { caller, environment } = await administratorIn(place, "admin");
  const offered = await inTenant(caller, async (transaction) => ({
    types: await listOrganizationTypes(transaction),
    packages: await listPackages(transaction),
  }));
  const list = placePath(place, "organizations");
  return (
    <>
      <BackTo href={list}>Organizations</BackTo>
      <PageHead
        title="New organization"
        about={`A customer of yours. It begins in ${environment.name} and can be added to other environments later.`}
      />
      <Card>
        <ActionForm
          action={createOrganizationAction}
          submit="Create organization"
          beside={
            <Link href={list} className={quietButton}>
              Cancel
            </Link>
          }
        >
          <PlaceFields place={place} />
          <NameFields />
          <WorkspaceFields {...offered} />
        </ActionForm>
      </Card>
    </>
  );
}
