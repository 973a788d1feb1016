import type { Metadata } from "next";
import Link from "next/link";
import { BackTo } from "@/app/dashboard/_nouns/layout-parts";
import { RoleSelect } from "@/app/dashboard/_nouns/member-forms";
import { type PageProps, placePath } from "@/app/dashboard/_nouns/place-path";
import { Checkbox, Field } from "@/app/dashboard/_parts/field";
import { Card, PageHead, quietButton } from "@/app/dashboard/_parts/parts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { requireFreshProof } from "@/app/dashboard/_request/require-fresh-proof";
import { administratorIn } from "@/app/dashboard/administrator";
import { inTenant } from "@/lib/db";
import { listRoles } from "@/lib/roles/role-store";
import { createUserAction } from "../actions";
import { LinkForm } from "../link-form";
import { ProfileFields } from "../profile-fields";
import { FirstLinkChoice } from "./first-link-choice";

export const metadata: Metadata = { title: "New user" };

/** Makes a user, with a first membership if wanted. */
export default async function NewUserPage({ params }: PageProps) {
  const place = await params;
  const { caller, administrator } = await administratorIn(place, "admin");
  await requireFreshProof(administrator);
  const roles = await inTenant(caller, listRoles);
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
            <Field
              label="Organization"
              name="organization"
              hint="Its name, slug or id, to make the user a member at once."
              maxLength={200}
            />
            <RoleSelect roles={roles} />
          </div>
          <FirstLinkChoice />
          <Checkbox
            label="I vouch that the address is theirs"
            name="emailVerified"
            hint="Recorded as your word. Proof that the user gives by a code or an emailed link outranks it."
          />
        </LinkForm>
      </Card>
    </>
  );
}
