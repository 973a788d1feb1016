import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { appOptions, Choices } from "@/app/dashboard/_nouns/choices";
import { Section } from "@/app/dashboard/_nouns/section";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import type { Place } from "@/app/dashboard/administrator";
import type { App } from "@/lib/apps/app";
import type { Role } from "@/lib/roles/role";
import { changeRoleAction, changeRoleAppsAction, deleteRoleAction } from "../actions";
import { RoleFields } from "../role-fields";

interface Props {
  place: Place;
  role: Role;
  reached: App[];
  apps: App[];
  members: number;
}

/** What an administrator may change about a role of the tenant's own. */
export function RoleForms({ place, role, reached, apps, members }: Props) {
  return (
    <>
      <Section title="Apps it reaches">
        <ActionForm action={changeRoleAppsAction} submit="Save apps">
          <AboutFields place={place} id={role.id} />
          <Choices
            legend="Members with this role reach"
            name="appIds"
            options={appOptions(apps)}
            chosen={reached.map(({ id }) => id)}
            none="This environment has no apps yet."
          />
        </ActionForm>
      </Section>
      <Section title="Name and permissions">
        <ActionForm action={changeRoleAction} submit="Save role">
          <AboutFields place={place} id={role.id} />
          <RoleFields role={role} />
        </ActionForm>
      </Section>
      <Section title="Delete the role" about="A role that somebody holds can't be deleted.">
        {members > 0 ? (
          <p>{members} membership(s) hold it. Give them another role first.</p>
        ) : (
          <TypedConfirmation
            word={role.key}
            what={`${role.name} goes for good. Tokens that are out keep it for at most five minutes.`}
            action={deleteRoleAction}
            submit="Delete role"
            fields={{ ...place, id: role.id }}
          />
        )}
      </Section>
    </>
  );
}
