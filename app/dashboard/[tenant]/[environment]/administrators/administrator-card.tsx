import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge, Card } from "@/app/dashboard/_parts/blocks";
import { Select } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { When } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { TenantAdministrator } from "@/lib/core/administrators/read-administrators";
import { changeRoleAction, inviteAgainAction, removeAction } from "./actions";
import { roleOptions } from "./role-options";

interface Props {
  t: Translator<"users">;
  place: Place;
  administrator: TenantAdministrator;
  /** Whether the administrator is the reader. */
  self: boolean;
  /** Whether this is the only owner. */
  lastOwner: boolean;
  mayChange: boolean;
}

/** Administrator of the tenant, with the forms that an owner has for them. */
export function AdministratorCard(props: Props) {
  const { t, place, administrator, self, lastOwner, mayChange } = props;
  const { email, displayName, role, status, since, lastSignInAt } = administrator;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold">
            <span className="break-all">{email}</span>{" "}
            {self && (
              <span className="font-normal whitespace-nowrap">{t("administrators.you")}</span>
            )}
          </h2>
          <p className="mt-1 text-sm text-neutral-600 dark:text-neutral-400">
            {displayName && `${displayName} · `}
            {t.rich("administrators.added", { at: () => <When at={since} /> })}
            {status !== "invited" && (
              <>
                {" · "}
                {t.rich("administrators.lastSignIn", { at: () => <When at={lastSignInAt} /> })}
              </>
            )}
          </p>
        </div>
        <p className="flex gap-2">
          {status === "invited" && <Badge tone="amber">{t("administrators.status.invited")}</Badge>}
          {status === "suspended" && (
            <Badge tone="red">{t("administrators.status.suspended")}</Badge>
          )}
          <Badge>{t(`administrators.roles.${role}`)}</Badge>
        </p>
      </div>
      {mayChange && lastOwner && (
        <p className="mt-4 text-sm text-neutral-600 dark:text-neutral-400">
          {t("administrators.lastOwner")}
        </p>
      )}
      {mayChange && !lastOwner && (
        <div className="mt-4 flex flex-wrap items-start gap-3">
          <Forms {...{ t, place, administrator }} />
        </div>
      )}
    </Card>
  );
}

function Forms({ t, place, administrator }: Pick<Props, "t" | "place" | "administrator">) {
  const { id, email, role, status } = administrator;
  return (
    <>
      {status === "invited" && (
        <ActionForm
          action={inviteAgainAction}
          submit={t("administrators.inviteAgain")}
          tone="quiet"
        >
          <PlaceFields place={place} />
          <input type="hidden" name="id" value={id} />
        </ActionForm>
      )}
      <details className="text-sm open:w-full">
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-lg border border-neutral-300 px-4 font-medium dark:border-neutral-700">
          {t("administrators.changeRole")}
        </summary>
        <div className="mt-3 max-w-md">
          <ActionForm
            action={changeRoleAction}
            submit={t("administrators.saveRole")}
            className="space-y-4"
          >
            <PlaceFields place={place} />
            <input type="hidden" name="id" value={id} />
            <Select
              label={t("administrators.role")}
              name="role"
              options={roleOptions(t)}
              defaultValue={role}
            />
          </ActionForm>
        </div>
      </details>
      <TypedConfirmation
        word={email}
        what={t("administrators.removeAbout", { email })}
        action={removeAction}
        open={t("administrators.remove")}
        submit={t("administrators.removeNamed", { email })}
        fields={{ ...place, id }}
      />
    </>
  );
}
