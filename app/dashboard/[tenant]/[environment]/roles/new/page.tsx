import type { Metadata } from "next";
import { appOptions, Choices } from "@/app/dashboard/_nouns/choices";
import { NewPage } from "@/app/dashboard/_nouns/new-page";
import type { PageProps } from "@/app/dashboard/_nouns/place-path";
import { administratorIn } from "@/app/dashboard/administrator";
import { listApps } from "@/lib/apps/app-store";
import { inBatch } from "@/lib/db/batch";
import { createRoleAction } from "../actions";
import { RoleFields } from "../role-fields";

export const metadata: Metadata = { title: "New role" };

/** Makes a role. */
export default async function NewRolePage({ params }: PageProps) {
  const place = await params;
  const { caller } = await administratorIn(place, "admin");
  const apps = await inBatch(caller, listApps);
  return (
    <NewPage
      place={place}
      list={{ path: "roles", name: "Roles" }}
      title="New role"
      about="What a member of an organization may do, and which apps that reaches."
      action={createRoleAction}
      submit="Create role"
    >
      <RoleFields />
      <Choices
        legend="Apps it reaches"
        name="appIds"
        options={appOptions(apps)}
        chosen={[]}
        none="This environment has no apps yet."
      />
    </NewPage>
  );
}
