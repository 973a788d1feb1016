import type { Metadata } from "next";
import Link from "next/link";
import { appOptions, Choices } from "@/app/dashboard/_nouns/choices";
import { BackTo } from "@/app/dashboard/_nouns/layout-parts";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card, PageHead, quietButton } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { administratorIn } from "@/app/dashboard/administrator";
import { listApps } from "@/lib/apps/app-store";
import { inTenant } from "@/lib/db";
import { createRoleAction } from "../actions";
import { RoleFields } from "../role-fields";

export const metadata: Metadata = { title: "New role" };

/** Makes a role. */
export default async function NewRolePage({ params }: PageProps) {
  const place = await params;
  const { caller } = await administratorIn(place, "admin");
  const apps = await inTenant(caller, listApps);
  const list = placePath(place, "roles");
  return (
    <>
      <BackTo href={list}>Roles</BackTo>
      <PageHead
        title="New role"
        about="What a member of an organization may do, and which apps that reaches."
      />
      <Card>
        <ActionForm
          action={createRoleAction}
          submit="Create role"
          beside={
            <Link href={list} className={quietButton}>
              Cancel
            </Link>
          }
        >
          <PlaceFields place={place} />
          <RoleFields />
          <Choices
            legend="Apps it reaches"
            name="appIds"
            options={appOptions(apps)}
            chosen={[]}
            none="This environment has no apps yet."
          />
        </ActionForm>
      </Card>
    </>
  );
}
