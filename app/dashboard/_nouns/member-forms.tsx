import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { changeMemberAction, removeMemberAction } from "@/app/dashboard/_nouns/membership-actions";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Select } from "@/app/dashboard/_parts/field";
import type { Place } from "@/app/dashboard/administrator";
import type { MembershipStatus } from "@/lib/organizations/memberships/membership";

interface Props {
  place: Place;
  organizationId: string;
  userId: string;
  roleId: string | null;
  status: MembershipStatus;
  roles: readonly { id: string; name: string }[];
  /** Whose membership, or where: tells one row's forms from another's to who hears them. */
  named: string;
}

/** Changes or ends one membership, out of the way until it is opened. */
export function MemberForms({ named, place, roles, ...membership }: Props) {
  const { organizationId, userId, roleId, status } = membership;
  return (
    <details>
      <summary className={`${quietButton} cursor-pointer list-none`}>
        Change<span className="sr-only"> {named}</span>
      </summary>
      <div className="mt-3 min-w-56 space-y-3">
        <ActionForm action={changeMemberAction} submit="Save" className="space-y-3">
          <AboutFields place={place} organizationId={organizationId} userId={userId} />
          <RoleSelect roles={roles} chosen={roleId} />
          <Select
            label="Status"
            name="status"
            defaultValue={status}
            options={[
              { value: "active", name: "Active" },
              { value: "inactive", name: "Inactive" },
            ]}
          />
        </ActionForm>
        <ActionForm action={removeMemberAction} submit="Remove from the organization" tone="danger">
          <AboutFields place={place} organizationId={organizationId} userId={userId} />
        </ActionForm>
      </div>
    </details>
  );
}

/** The choice of a role, or none. */
export function RoleSelect({
  roles,
  chosen,
}: {
  roles: readonly { id: string; name: string }[];
  chosen?: string | null;
}) {
  return (
    <Select
      label="Role"
      name="roleId"
      defaultValue={chosen ?? ""}
      options={[
        { value: "", name: "No role: reaches no app" },
        ...roles.map(({ id, name }) => ({ value: id, name })),
      ]}
    />
  );
}
