import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge } from "@/app/dashboard/_parts/badge";
import { Card } from "@/app/dashboard/_parts/card";
import { Select } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { When } from "@/app/dashboard/_parts/when";
import type { Place } from "@/app/dashboard/administrator";
import type { TenantAdministrator } from "@/lib/platform/administrators/read-administrators";
import { changeRoleAction, inviteAgainAction, removeAction } from "./actions";
import { roleOptions } from "./role-names";

interface Props {
  place: Place;
  member: TenantAdministrator;
  /** Whether it is the reader. */
  self: boolean;
  /** Whether no other owner is left. */
  lastOwner: boolean;
  mayChange: boolean;
}

/** Somebody who administers the tenant, and what an owner can do about it. */
export function MemberCard({ place, member, self, lastOwner, mayChange }: Props) {
  const { email, displayName, role, status, since, lastSignInAt } = member;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold">
            <span className="break-all">{email}</span>{" "}
            {self && <span className="font-normal whitespace-nowrap">(you)</span>}
          </h2>
          <p className="mt-1 text-sm text-neutral-600 dark:text-neutral-400">
            {displayName && `${displayName} · `}
            Added <When at={since} />
            {status !== "invited" && (
              <>
                {" "}
                · last sign-in <When at={lastSignInAt} />
              </>
            )}
          </p>
        </div>
        <p className="flex gap-2">
          {status === "invited" && <Badge tone="amber">invited</Badge>}
          {status === "suspended" && <Badge tone="red">suspended</Badge>}
          <Badge>{role}</Badge>
        </p>
      </div>
      {mayChange && lastOwner && (
        <p className="mt-4 text-sm text-neutral-600 dark:text-neutral-400">
          The last owner stays. Make somebody else an owner first to step down or leave.
        </p>
      )}
      {mayChange && !lastOwner && (
        <div className="mt-4 flex flex-wrap items-start gap-3">
          <MemberForms place={place} member={member} />
        </div>
      )}
    </Card>
  );
}

function MemberForms({ place, member }: { place: Place; member: TenantAdministrator }) {
  const { id, email, role, status } = member;
  return (
    <>
      {status === "invited" && (
        <ActionForm action={inviteAgainAction} submit="Send the invitation again" tone="quiet">
          <PlaceFields place={place} />
          <input type="hidden" name="id" value={id} />
        </ActionForm>
      )}
      <details className="text-sm open:w-full">
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-lg border border-neutral-300 px-4 font-medium dark:border-neutral-700">
          Change the role
        </summary>
        <div className="mt-3 max-w-md">
          <ActionForm action={changeRoleAction} submit="Save role" className="space-y-4">
            <PlaceFields place={place} />
            <input type="hidden" name="id" value={id} />
            <Select label="Role" name="role" options={roleOptions} defaultValue={role} />
          </ActionForm>
        </div>
      </details>
      <TypedConfirmation
        word={email}
        what="They lose this tenant from their next page on. Their account stays, and so does everything they made."
        action={removeAction}
        open="Remove"
        submit={`Remove ${email}`}
        fields={{ ...place, id }}
      />
    </>
  );
}
