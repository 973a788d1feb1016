import { RoleSelect } from "@/app/dashboard/_nouns/member-forms";
import { OrganizationPicker } from "@/app/dashboard/_nouns/organization-picker";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card } from "@/app/dashboard/_parts/card";
import { Field } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import type { Place } from "@/app/dashboard/administrator";
import type { UsersChange } from "@/lib/users/bulk/change-users";
import { bulkNames } from "../selection";
import { changeUsersAction } from "./actions";

interface Props {
  place: Place;
  what: UsersChange["what"];
  /** Just those who are shown: who joins the search meanwhile is not among them. */
  ids: readonly string[];
  roles: readonly { id: string; name: string }[];
}

const consequences: Record<UsersChange["what"], string> = {
  suspend:
    "Keeps them out at once: sessions end, relying parties are told, trusted devices and open links are void. Can be taken back.",
  reactivate: "They may sign in again. What the suspension ended stays ended.",
  invite: "Each gets an email with a link to set a first password.",
  place: "Each becomes a member there, or gets the role there.",
};

/** Makes the change for the users of the preview. */
export function BulkForm({ place, what, ids, roles }: Props) {
  return (
    <Card>
      <p className="mb-6">{consequences[what]}</p>
      <ActionForm
        action={changeUsersAction}
        submit={bulkNames[what]}
        tone={what === "suspend" ? "danger" : "primary"}
      >
        <PlaceFields place={place} />
        <input type="hidden" name="what" value={what} />
        <input type="hidden" name="users" value={ids.join(" ")} />
        {what === "suspend" && <Field label="Reason" name="reason" maxLength={500} />}
        {what === "place" && (
          <div className="grid items-end gap-6 sm:grid-cols-2">
            <OrganizationPicker place={place} required />
            <RoleSelect roles={roles} />
          </div>
        )}
      </ActionForm>
    </Card>
  );
}
