import { RoleSelect } from "@/app/dashboard/_nouns/member-forms";
import { OrganizationPicker } from "@/app/dashboard/_nouns/organization-picker";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card } from "@/app/dashboard/_parts/blocks";
import { Field } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { UsersChange } from "@/lib/core/user-lifecycle/change-users";
import { changeUsersAction } from "./actions";

interface Props {
  place: Place;
  what: UsersChange["what"];
  /** Exactly the users shown: one who matches the search only later is not among them. */
  ids: readonly string[];
  roles: readonly { id: string; name: string }[];
}

/** Form that applies the change to the users of the preview. */
export async function BulkForm({ place, what, ids, roles }: Props) {
  const { t } = await wordsOf("users");
  return (
    <Card>
      <p className="mb-6">{t(`bulk.consequences.${what}`)}</p>
      <ActionForm
        action={changeUsersAction}
        submit={t(`bulk.names.${what}`)}
        tone={what === "suspend" ? "danger" : "primary"}
      >
        <PlaceFields place={place} />
        <input type="hidden" name="what" value={what} />
        <input type="hidden" name="users" value={ids.join(" ")} />
        {what === "suspend" && <Field label={t("bulk.reason")} name="reason" maxLength={500} />}
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
