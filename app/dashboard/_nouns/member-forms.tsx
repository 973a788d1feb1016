import { changeMemberAction, removeMemberAction } from "@/app/dashboard/_nouns/membership-actions";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Select } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { MembershipStatus } from "@/lib/core/memberships/membership";

interface Props {
  place: Place;
  organizationId: string;
  userId: string;
  roleId: string | null;
  status: MembershipStatus;
  roles: readonly { id: string; name: string }[];
  /** Name of the member or organization: tells one row's forms from another's in a screen reader. */
  named: string;
}

/** Forms that change or end one membership, folded away. */
export async function MemberForms({ named, place, roles, ...membership }: Props) {
  const { t, texts } = await wordsOf("frame");
  const { organizationId, userId, roleId, status } = membership;
  const field = fieldsOf(texts.nouns);
  return (
    <details>
      <summary className={`${quietButton} cursor-pointer list-none`}>
        {t("nouns.change")}
        <span className="sr-only"> {named}</span>
      </summary>
      <div className="mt-3 min-w-56 space-y-3">
        <ActionForm
          action={changeMemberAction}
          submit={t("nouns.saveMembership")}
          className="space-y-3"
        >
          <AboutFields place={place} organizationId={organizationId} userId={userId} />
          <RoleSelect roles={roles} chosen={roleId} />
          <Select
            {...field("status", "statusLabel")}
            defaultValue={status}
            options={[
              { value: "active", name: t("nouns.statusChoice.active") },
              { value: "inactive", name: t("nouns.statusChoice.inactive") },
            ]}
          />
        </ActionForm>
        <ActionForm action={removeMemberAction} submit={t("nouns.removeMember")} tone="danger">
          <AboutFields place={place} organizationId={organizationId} userId={userId} />
        </ActionForm>
      </div>
    </details>
  );
}

/** Select of a role, or none. */
export async function RoleSelect({
  roles,
  chosen,
}: {
  roles: readonly { id: string; name: string }[];
  chosen?: string | null;
}) {
  const { t, texts } = await wordsOf("frame");
  const field = fieldsOf(texts.nouns);
  return (
    <Select
      {...field("roleId", "role")}
      defaultValue={chosen ?? ""}
      options={[
        { value: "", name: t("nouns.noRole") },
        ...roles.map(({ id, name }) => ({ value: id, name })),
      ]}
    />
  );
}
