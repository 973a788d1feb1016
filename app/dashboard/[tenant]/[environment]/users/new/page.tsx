import type { Metadata } from "next";
import Link from "next/link";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { RoleSelect } from "@/app/dashboard/_nouns/member-forms";
import { OrganizationPicker } from "@/app/dashboard/_nouns/organization-picker";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Card } from "@/app/dashboard/_parts/card";
import { Checkbox } from "@/app/dashboard/_parts/field";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { administratorIn } from "@/app/dashboard/administrator";
import { inBatch } from "@/lib/db/batch";
import { listRoles } from "@/lib/roles/role-store";
import { createUserAction } from "../actions";
import { LinkForm } from "../link-form";
import { ProfileFields } from "../profile-fields";
import { FirstLinkChoice } from "./first-link-choice";

export const metadata: Metadata = { title: "New user" };

/** Makes a user, with a first membership if wanted. */
export default async function NewUserPage({ params }: PageProps) {
  const place = await params;
  const { caller } = await administratorIn(place, "admin");
  const roles = await inBatch(caller, listRoles);
  const list = placePath(place, "users");
  return (
    <>
      <BackTo href={list}>Users</BackTo>
      <PageHead
        title="New user"
        about="The user chooses a password through the first link; nobody else ever knows it."
      />
      <Card>
        <LinkForm
          action={createUserAction}
          submit="Create user"
          beside={
            <Link href={list} className={quietButton}>
              Cancel
            </Link>
          }
        >
          <PlaceFields place={place} />
          <ProfileFields />
          <div className="grid items-end gap-6 sm:grid-cols-2">
            <OrganizationPicker
              place={place}
              hint="Optional: makes the user a member at once. Type a part of its name or slug."
            />
            <RoleSelect roles={roles} />
          </div>
          <FirstLinkChoice />
          <Checkbox
            label="Mark email as verified"
            name="emailVerified"
            hint="Recorded as your word. Proof that the user gives by a code or an emailed link outranks it."
          />
        </LinkForm>
      </Card>
    </>
  );
}
