import { AppChoices } from "@/app/dashboard/_nouns/choices";
import { FormSection } from "@/app/dashboard/_nouns/form-section";
import { roles } from "@/app/dashboard/_nouns/noun";
import { DeleteSection, onePage } from "@/app/dashboard/_nouns/noun-pages";
import { Badge } from "@/app/dashboard/_parts/blocks";
import { Quiet, When, Words } from "@/app/dashboard/_parts/text";
import { type PageRequest, titled } from "@/app/dashboard/_request/make-page";
import { listApps } from "@/lib/core/apps/app-store";
import { countRoleMembers, findRole, listRoleApps } from "@/lib/core/roles/role-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { changeRoleAction, changeRoleAppsAction, deleteRoleAction } from "../actions";
import { RoleFields } from "../role-fields";

export const generateMetadata = titled("access", "roles.one.title");

/** Page of one role: its permissions, its apps, and the number of its members. */
export default onePage(roles, read, (found, request) => {
  const { thing: role, reached, members } = found;
  const { t, format } = request;
  const names = format.list(reached.map(({ name }) => name));
  return {
    about: role.description,
    badge: role.isSystem && <Badge>{t("roles.system")}</Badge>,
    aboutOverview: role.isSystem && t("roles.one.systemAbout"),
    facts: [
      [
        t("roles.one.permissions"),
        <Words key="words" words={role.permissions} none={t("roles.one.noPermissions")} />,
      ],
      [t("roles.one.apps"), names || <Quiet key="none">{t("roles.one.noApps")}</Quiet>],
      [t("roles.one.members"), format.number(members)],
      [t("roles.one.changed"), <When key="at" at={role.updatedAt} />],
    ],
    forms: !role.isSystem && <Forms found={found} request={request} />,
  };
});

async function read(caller: Caller, id: string) {
  return inTransaction(caller, async (db) => {
    const [thing, reached, members, apps] = await Promise.all([
      findRole(db, id),
      listRoleApps(db, id),
      countRoleMembers(db, id),
      listApps(db),
    ]);
    return thing && { thing, reached, members, apps };
  });
}

interface Props {
  found: NonNullable<Awaited<ReturnType<typeof read>>>;
  request: PageRequest<"access">;
}

/** Forms by which an administrator changes a custom role. */
function Forms({ found: { thing: role, reached, members, apps }, request }: Props) {
  const { t, words, place } = request;
  const about = { place, id: role.id };
  return (
    <>
      <FormSection
        title={t("roles.forms.apps")}
        action={changeRoleAppsAction}
        submit={t("roles.forms.saveApps")}
        {...about}
      >
        <AppChoices
          legend={t("roles.forms.appsLegend")}
          apps={apps}
          chosen={reached.map(({ id }) => id)}
          none={t("roles.noApps")}
        />
      </FormSection>
      <FormSection
        title={t("roles.forms.fields")}
        action={changeRoleAction}
        submit={t("roles.forms.saveFields")}
        {...about}
      >
        <RoleFields words={words} role={role} />
      </FormSection>
      <DeleteSection
        noun={roles}
        request={request}
        thing={role}
        action={deleteRoleAction}
        used={members > 0 && <p>{t("roles.forms.used", { count: members })}</p>}
      />
    </>
  );
}
