import { appOptions, Choices } from "@/app/dashboard/_nouns/choices";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Section } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { App } from "@/lib/core/apps/app";
import type { Role } from "@/lib/core/roles/role";
import { changeRoleAction, changeRoleAppsAction, deleteRoleAction } from "../actions";
import { RoleFields } from "../role-fields";

interface Props {
  t: Translator<"access">;
  place: Place;
  role: Role;
  reached: App[];
  apps: App[];
  members: number;
}

/** Forms by which an administrator changes a custom role. */
export function RoleForms({ t, place, role, reached, apps, members }: Props) {
  return (
    <>
      <Section title={t("roles.forms.apps")}>
        <ActionForm action={changeRoleAppsAction} submit={t("roles.forms.saveApps")}>
          <AboutFields place={place} id={role.id} />
          <Choices
            legend={t("roles.forms.appsLegend")}
            name="appIds"
            options={appOptions(apps)}
            chosen={reached.map(({ id }) => id)}
            none={t("roles.noApps")}
          />
        </ActionForm>
      </Section>
      <Section title={t("roles.forms.fields")}>
        <ActionForm action={changeRoleAction} submit={t("roles.forms.saveFields")}>
          <AboutFields place={place} id={role.id} />
          <RoleFields role={role} />
        </ActionForm>
      </Section>
      <Section title={t("roles.forms.delete")} about={t("roles.forms.deleteAbout")}>
        {members > 0 ? (
          <p>{t("roles.forms.used", { count: members })}</p>
        ) : (
          <TypedConfirmation
            word={role.key}
            what={t("roles.forms.what", { name: role.name })}
            action={deleteRoleAction}
            submit={t("roles.forms.submit")}
            fields={{ ...place, id: role.id }}
          />
        )}
      </Section>
    </>
  );
}
